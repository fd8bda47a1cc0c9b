import type { JsonObject } from '../json.ts'
import type { Resource } from './ard-resources.ts'
import { entryTrust, type TrustContext } from './ard-trust.ts'

/**
 * The entry of a resource (ARD 4.2): its media type under both names that readers know (`type` in ARD, `mediaType` in AI
 * Catalog), optional members only where they say something.
 */
export async function createEntry(resource: Resource, context: TrustContext): Promise<JsonObject> {
  const { identifier, displayName, type, source, description, version, updatedAt, metadata } = resource
  const { capabilities, tags, representativeQueries } = resource
  return {
    identifier,
    displayName,
    type,
    mediaType: type,
    ...('data' in source ? { data: source.data } : { url: source.url }),
    ...(description === undefined ? {} : { description }),
    ...list({ representativeQueries, capabilities, tags }),
    ...(version === undefined ? {} : { version }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(await entryTrust(resource, context)),
  }
}

function list(members: Readonly<Record<string, readonly string[]>>): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, items]) => items.length > 0))
}
