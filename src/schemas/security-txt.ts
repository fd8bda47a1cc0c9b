import type { Schema } from '../validate.ts'

/** One or several values of a field: each is a line of its own, so it is printable ASCII without spaces. */
const values = (description: string, pattern: string, problem: string): Schema => {
  const value = { minLength: 1, pattern, 'x-problem': problem }
  return { type: ['string', 'array'], ...value, minItems: 1, items: { type: 'string', ...value }, description }
}

const webUris = (description: string): Schema =>
  values(description, '^https://[!-~]+$', 'must be an https URL, or a list of them')

/** The fields of a security.txt (RFC 9116, section 2.5). */
export const securityTxtSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['contact', 'expires'],
  properties: {
    contact: values(
      'Where vulnerabilities are reported: `mailto:`, `https:` or `tel:` URIs, the preferred one first.',
      '^(mailto:|https://|tel:)[!-~]+$',
      'must be a URI that starts with `mailto:`, `https://` or `tel:`, or a list of them',
    ),
    expires: {
      type: 'string',
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$',
      description: 'Until when it can be relied on, less than a year ahead: `2027-01-31T00:00:00Z`.',
      'x-problem': 'must be a time such as `2027-01-31T00:00:00Z`, as a text',
    },
    encryption: values(
      'Keys for encrypted reports: `https:`, `dns:` or `openpgp4fpr:` URIs.',
      '^(https://|dns:|openpgp4fpr:)[!-~]+$',
      'must be a URI that starts with `https://`, `dns:` or `openpgp4fpr:`, or a list of them',
    ),
    acknowledgments: webUris('Pages that thank those who reported something.'),
    preferredLanguages: values(
      'Languages of reports, as BCP 47 tags.',
      '^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$',
      'must be a language tag such as `en`, or a list of them',
    ),
    canonical: webUris('URLs that the file is served at.'),
    policy: webUris('Disclosure policies.'),
    hiring: webUris('Open positions in security.'),
  },
}
