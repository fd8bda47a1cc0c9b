import type { Schema } from '../validate.ts'

/** Members of an object of the Agent Card: their schemas, and which of them are REQUIRED. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** Keywords of a text that shows something: white space and invisible characters alone are nothing. */
export const visible: Schema = { pattern: '[^\\s\\p{Cf}\\p{Cc}]', 'x-problem': 'must not be empty', 'x-prose': true }
/** A text. */
export const text: (description: string) => Schema = (description: string): Schema => ({ type: 'string', description })
/** A text that is not empty. */
export const requiredText: (description: string) => Schema = (description: string): Schema => ({
  type: 'string',
  ...visible,
  description,
})
/** True or false. */
export const flag: (description: string) => Schema = (description: string): Schema => ({ type: 'boolean', description })
/** A list of texts. */
export const texts: (description: string) => Schema = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string', ...visible },
  description,
})
/** A list with at least one text. */
export const requiredTexts: (description: string) => Schema = (description: string): Schema => ({
  ...texts(description),
  minItems: 1,
})

/** An object that has no other members. */
export const closed: (description: string, object: ObjectSchema) => Schema = (
  description: string,
  { properties, required }: ObjectSchema,
): Schema => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
  ...(required.length > 0 ? { required } : {}),
})
