import { describe, expect, test } from 'vitest'
import { scanText, scanTexts } from '../../../src/scan/secrets.ts'
import { BASE62, draw, HEX, jwk, LOWER, pem, UPPER, URL64 } from './fakes.ts'

const values = async (text: string): Promise<string[]> =>
  (await scanText({ file: 'skills/a/SKILL.md', text })).map((finding) => finding.value)

const b64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const tokens: Array<[string, string]> = [
  ['AWS access key id', 'AKIA' + draw(UPPER, 16)],
  ['AWS temporary key id', 'ASIA' + draw(UPPER, 16)],
  ['GitHub classic', 'ghp_' + draw(BASE62, 36)],
  ['GitHub OAuth', 'gho_' + draw(BASE62, 36)],
  ['GitHub server', 'ghs_' + draw(BASE62, 36)],
  ['GitHub fine-grained', 'github_pat_' + draw(BASE62, 22) + '_' + draw(BASE62, 59, 2)],
  ['GitLab personal', 'glpat-' + draw(URL64, 20)],
  ['GitLab routable', 'glpat-' + draw(URL64, 27) + '.01.' + draw(LOWER, 9)],
  ['GitLab runner', 'glrt-' + draw(URL64, 20)],
  ['Slack bot', 'xoxb-' + draw('0123456789', 12) + '-' + draw('0123456789', 12, 4) + '-' + draw(BASE62, 24)],
  ['Slack user', 'xoxp-' + draw('0123456789', 12) + '-' + draw(HEX, 32)],
  ['Slack app', 'xapp-1-' + draw(UPPER, 11) + '-' + draw('0123456789', 13) + '-' + draw(HEX, 64)],
  ['Stripe live', 'sk_' + 'live_' + draw(BASE62, 24)],
  ['Stripe restricted', 'rk_' + 'live_' + draw(BASE62, 99)],
  ['Stripe webhook', 'whsec_' + draw(BASE62, 32)],
  ['OpenAI legacy', 'sk-' + draw(BASE62, 20) + 'T3Blbk' + 'FJ' + draw(BASE62, 20, 3)],
  ['OpenAI project', 'sk-proj-' + draw(URL64, 74) + 'T3Blbk' + 'FJ' + draw(URL64, 74, 3)],
  ['OpenAI short project', 'sk-proj-' + draw(BASE62, 48)],
  ['OpenAI without the mark', 'sk-' + draw(BASE62, 48)],
  ['Anthropic', 'sk-ant-api03-' + draw(URL64, 93) + 'AA'],
  ['Anthropic admin', 'sk-ant-admin01-' + draw(URL64, 93) + 'AA'],
  ['OpenRouter', 'sk-or-v1-' + draw(HEX, 64)],
  ['Google API key', 'AIza' + draw(URL64, 35)],
  ['Google client secret', 'GOCSPX-' + draw(URL64, 28)],
  ['Google access token', 'ya29.' + draw(URL64, 120)],
  ['npm', 'npm_' + draw(BASE62, 36)],
  ['PyPI', 'pypi-AgEIcHlwaS5vcmcC' + draw(URL64, 130)],
  ['SendGrid', 'SG.' + draw(URL64, 22) + '.' + draw(URL64, 43, 2)],
  ['Twilio', 'SK' + draw(HEX, 32)],
  ['Mailgun', 'key-' + draw(HEX, 32)],
  ['Mailchimp', draw(HEX, 32) + '-us12'],
  ['Hugging Face', 'hf_' + draw(BASE62, 34)],
  ['Replicate', 'r8_' + draw(BASE62, 37)],
  ['Groq', 'gsk_' + draw(BASE62, 52)],
  ['DigitalOcean', 'dop_v1_' + draw(HEX, 64)],
  ['Databricks', 'dapi' + draw(HEX, 32)],
  ['Docker', 'dckr_pat_' + draw(URL64, 27)],
  ['Shopify', 'shpat_' + draw(HEX, 32)],
  ['Telegram', draw('123456789', 10) + ':AA' + draw(URL64, 33)],
  ['Discord', 'M' + draw(BASE62, 25) + '.' + draw(BASE62, 6) + '.' + draw(URL64, 30)],
  ['Vault', 'hvs.' + draw(URL64, 90)],
  ['Terraform', draw(BASE62, 14) + '.atlasv1.' + draw(URL64, 67)],
  ['Grafana', 'glsa_' + draw(BASE62, 32) + '_' + draw(HEX, 8)],
  ['Postman', 'PMAK-' + draw(HEX, 24) + '-' + draw(HEX, 34)],
  ['Notion', 'ntn_' + draw(BASE62, 46)],
  ['Linear', 'lin_api_' + draw(BASE62, 40)],
  ['age', 'AGE-SECRET-KEY-1' + draw('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)],
  ['Azure client secret', draw(BASE62, 3) + '8Q~' + draw(BASE62, 34)],
  ['1Password', 'ops_' + b64({ signInAddress: 'my.1password.com', userAuth: draw(URL64, 120) })],
  ['JWT', `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64({ sub: 'svc-7731', iat: 1760000000 })}.${draw(URL64, 43)}`],
]

describe('tokens that tell by their form what they are', () => {
  const settings: Array<[string, (token: string) => string]> = [
    ['in prose', (token) => `Use ${token}, it never expires.`],
    ['in a code span', (token) => `The key is \`${token}\`.`],
    ['in a shell line', (token) => `export ACME="${token}"\n`],
    ['behind an escaped line break in JSON', (token) => JSON.stringify({ text: `key:\n${token}\nend` })],
    ['at the very end', (token) => `x=${token}`],
  ]
  test.each(tokens)('%s', async (_, token) => {
    for (const [, put] of settings) expect(await values(put(token))).toEqual([token])
  })
})

describe('webhooks', () => {
  test.each([
    ['Slack', 'https://hooks.slack.com/' + `services/T${draw(UPPER, 8)}/B${draw(UPPER, 10, 2)}/${draw(BASE62, 24, 3)}`],
    ['Discord', 'https://discord.com/api/' + `webhooks/${draw('123456789', 18)}/${draw(URL64, 68)}`],
  ])('%s', async (_, url) => {
    const [value, ...rest] = await values(`Post to ${url} please`)
    expect(url).toContain(value)
    expect(value!.length).toBeGreaterThan(30)
    expect(rest).toEqual([])
  })
})

describe('private keys', () => {
  const keys: Array<[string, string]> = [
    ['Ed25519 PKCS #8, the shortest', pem('ed25519').key],
    ['EC PKCS #8', pem('ec').key],
    ['EC SEC 1', pem('ec', 'sec1').key],
    ['RSA PKCS #8', pem('rsa').key],
    ['RSA PKCS #1', pem('rsa', 'pkcs1').key],
    ['OpenSSH', block('OPENSSH PRIVATE KEY', 'b3BlbnNzaC1rZXktdjE' + draw(BASE62, 300))],
    ['encrypted', block('ENCRYPTED PRIVATE KEY', 'MIIFHDBOBgkqhkiG9w0BBQ0w' + draw(BASE62, 600))],
    ['DSA', block('DSA PRIVATE KEY', 'MIIBuwIBAAKBgQD' + draw(BASE62, 600))],
    ['PGP', block('PGP PRIVATE KEY BLOCK', `Version: GnuPG v2\n\nlQOYBF${draw(BASE62, 600)}`)],
    [
      'with PEM headers',
      block(
        'RSA PRIVATE KEY',
        `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${draw(HEX, 32)}\n\n${draw(BASE62, 600)}`,
      ),
    ],
  ]
  test.each(keys)('%s', async (_, key) => {
    expect(await values(`# Notes\n\n${key}\nEnd.`)).toEqual([key.trimEnd()])
    const json = JSON.stringify({ key })
    expect(await values(json)).toEqual([JSON.stringify(key.trimEnd()).slice(1, -1)])
    const yaml = `key: |\n${key.trimEnd().replace(/^/gm, '  ')}\nnext: 1\n`
    expect((await values(yaml))[0]!.replace(/^ {2}/gm, '')).toBe(key.trimEnd())
  })

  test('cut off before its end', async () => {
    const key = pem('rsa').key.split('\n').slice(0, 12).join('\n')
    expect(await values(`${key}\n`)).toEqual([key])
  })

  test('as Base64 of the PEM', async () => {
    const encoded = Buffer.from(pem('ec').key).toString('base64')
    expect(await values(`client-key-data: ${encoded}\n`)).toEqual([encoded])
  })

  test.each([
    ['public key', pem('rsa').pub],
    ['certificate', block('CERTIFICATE', 'MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkq' + draw(BASE62, 800))],
    ['SSH public key', `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${draw(BASE62, 43)} me@acme.example`],
    ['PGP public key', block('PGP PUBLIC KEY BLOCK', 'mQENBF' + draw(BASE62, 600))],
    ['PEM with a gap', block('PRIVATE KEY', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC...')],
    ['PEM with a word', block('PRIVATE KEY', '<your private key here>')],
    ['an example by its own word', block('RSA PRIVATE KEY', `EXAMPLE${draw(BASE62, 800)}`)],
    ['only the label', `A key starts with ${dashes('BEGIN PRIVATE KEY')} and is kept offline.`],
    ['a test for the label', `if grep -q "${dashes('BEGIN RSA PRIVATE KEY')}" "$file"; then exit 1; fi`],
  ])('%s is fine', async (_, text) => {
    expect(await values(text)).toEqual([])
  })

  test.each(['ed25519', 'ec', 'rsa'] as const)('every private member of an %s JWK', async (kind) => {
    const key = jwk(kind)
    const secrets = ['d', 'p', 'q', 'dp', 'dq', 'qi'].flatMap((name) => key[name] ?? []).toSorted()
    expect((await values(JSON.stringify(key))).toSorted()).toEqual(secrets)
    expect((await values(JSON.stringify({ keys: [key] }, null, 2))).toSorted()).toEqual(secrets)
    expect((await values(JSON.stringify({ text: JSON.stringify(key) }))).toSorted()).toEqual(secrets)
    const yaml = Object.entries(key).map(([name, value]) => `${name}: ${value}`)
    expect((await values(`${yaml.join('\n')}\n`)).toSorted()).toEqual(secrets)
    expect((await values(`keys:\n  - ${yaml.join('\n    ')}\nd: 1\n`)).toSorted()).toEqual(secrets)
    expect((await values(`key: { ${yaml.join(', ')} }\n`)).toSorted()).toEqual(secrets)
  })

  test('the symmetric key of an oct JWK', async () => {
    const k = draw(URL64, 43)
    expect(await values(JSON.stringify({ kty: 'oct', alg: 'HS256', k }))).toEqual([k])
  })

  test('a public JWK is fine, and so are members of those names elsewhere', async () => {
    const { d: _, ...pub } = jwk('ec')
    expect(await values(JSON.stringify({ keys: [pub] }))).toEqual([])
    expect(await values(`- kty: EC\n  crv: P-256\n  x: ${pub['x']}\n- d: ${draw(LOWER, 12)}\n`)).toEqual([])
    expect(await values('{"kty":"OKP","crv":"Ed25519","x":"…","d":"<private>"}')).toEqual([])
  })
})

describe('credentials in URLs', () => {
  test.each([
    ['https://bot:Quay-Moss-' + '41@api.acme.example/fetch', 'Quay-Moss-' + '41'],
    ['https://svc-ledger:Tr0ut-' + 'Lily-88@agents.acme.example/a2a', 'Tr0ut-' + 'Lily-88'],
    ['ftp://up:' + 'sommer@files.acme.example', 'sommer'],
    ['postgres://app:' + 'k9vTq2xw@db.acme.example:5432/app', 'k9vTq2xw'],
    ['mongodb+srv://app:' + 'k9vTq2xw@cluster0.abc12.mongodb.net/x?retryWrites=true', 'k9vTq2xw'],
    ['redis://:' + 'k9vTq2xwR4@cache.acme.example:6379', 'k9vTq2xwR4'],
    ['amqps://app:' + 'p%40ss-W0rld-9x@mq.acme.example/vhost', 'p%40ss-W0rld-9x'],
    ['wss://app:' + 'Fjord-Kelp-7@acme.example/ws', 'Fjord-Kelp-7'],
    ['https://' + draw(HEX, 40) + '@sentry.acme.example/4', draw(HEX, 40)],
    ['https://acme.example/feed?api_key=' + draw(BASE62, 24), draw(BASE62, 24)],
    ['https://acme.example/feed?v=2&token=' + draw(HEX, 32) + '&x=1', draw(HEX, 32)],
  ])('%s', async (url, secret) => {
    expect(await values(`See ${url} for it.`)).toEqual([secret])
    expect(await values(JSON.stringify({ url }))).toEqual([secret])
    expect(await values(`url: ${url}\n`)).toEqual([secret])
  })

  test.each([
    'https://user:password@host',
    'https://user:pass@example.com/path',
    'https://username:password@api.acme.example',
    'postgres://user:password@localhost:5432/app',
    'postgres://postgres:postgres@localhost:5432/app',
    'postgresql://myuser:mypassword@db:5432/mydb',
    'amqp://guest:guest@rabbit.acme.example',
    'https://<user>:<password>@acme.example',
    'https://$USER:$PASSWORD@acme.example',
    'https://${USER}:${TOKEN:?set it}@acme.example',
    'https://{{user}}:{{secret}}@acme.example',
    'https://{user}:{password}@acme.example',
    'https://x-access-token:${{ secrets.TOKEN }}@github.com/acme/x.git',
    'https://user:***@acme.example',
    'https://user:…@acme.example',
    'scheme://user:pass@host',
    'https://git@github.com/acme/tool.git',
    'ssh://git@github.com:22/acme/tool.git',
    'https://cdn.acme.example/npm/vue@3.4.1/dist/vue.js',
    'https://acme.example/@team/page:2',
    'https://social.acme.example/@user@other.example',
    'https://acme.example:8443/a@b',
    'mailto:someone@acme.example',
    'https://acme.example/?key=value&token=YOUR_TOKEN',
    'https://acme.example/search?q=a&token=abc',
    'https://maps.acme.example/js?key=YOUR_API_KEY_HERE12',
  ])('%s is fine', async (url) => {
    expect(await values(`See ${url} for it.`)).toEqual([])
  })
})

describe('values of headers and variables', () => {
  const secret = draw(BASE62, 28)
  test.each([
    `curl -H "Authorization: Bearer ${secret}" https://api.acme.example`,
    `curl -H 'X-API-Key: ${secret}' https://api.acme.example`,
    `curl -H 'x-api-key: Lark-Fern-5521' https://api.acme.example`.replace('Lark-Fern-5521', secret),
    `headers: { Authorization: "Bearer ${secret}" }`,
    `headers:\n  Authorization: Bearer ${secret}\n`,
    `headers:\n  - name: X-API-Key\n    value: ${secret}\n`,
    `headers:\n  - name: Authorization\n    description: The token.\n    isSecret: true\n    value: "Bearer ${secret}"\n`,
    `headers:\n  - value: ${secret}\n    name: X-API-Key\n`,
    JSON.stringify({ headers: [{ name: 'X-API-Key', value: secret, isSecret: true }] }, null, 2),
    JSON.stringify({ headers: { Authorization: `Bearer ${secret}` } }),
    JSON.stringify({ text: `curl -H "Authorization: Bearer ${secret}" x` }),
    `fetch(url, { headers: { "Authorization": 'Token ${secret}' } })`,
    `requests.get(url, headers={"X-Auth-Token": "${secret}"})`,
    `ACME_API_KEY=${secret}\n`,
    `export ACME_SECRET="${secret}"`,
    `api_key: ${secret}`,
    `const apiKey = '${secret}'`,
    `client_secret = "${secret}"`,
    `DJANGO_SECRET_KEY = '${secret}'`,
    `os.environ["ACME_TOKEN"] = "${secret}"`,
    `password: "${secret}"`,
    `--token=${secret}`,
  ])('%s', async (text) => {
    expect(await values(text)).toEqual([secret])
  })

  test.each([
    ['password: "Tr0ut-Lily-88"', 'Tr0ut-Lily-88'],
    ['X-API-Key: Lark-Fern-5521', 'Lark-Fern-5521'],
    ['Authorization: Bearer Lark-Fern-5521', 'Lark-Fern-5521'],
    ['curl -u admin:Tr0ut-Lily-88 https://acme.example', 'Tr0ut-Lily-88'],
    [
      `Authorization: Basic ${Buffer.from('svc:Tr0ut-Lily-88').toString('base64')}`,
      Buffer.from('svc:Tr0ut-Lily-88').toString('base64'),
    ],
    [`TWILIO_AUTH_TOKEN=${draw(HEX, 32)}`, draw(HEX, 32)],
    [`aws_secret_access_key = ${draw(BASE62, 40)}`, draw(BASE62, 40)],
    [`//packages.acme.test/:_authToken=${draw(HEX, 36)}`, draw(HEX, 36)],
    [`AccountKey=${draw(BASE62, 86)}==;EndpointSuffix=core.windows.net`, draw(BASE62, 86) + '=='],
  ])('%s', async (text, secret) => {
    const found = await values(text)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(secret)
  })

  test.each([
    'export ACME_TOKEN="<YOUR_API_KEY>"',
    'curl -H "Authorization: Bearer $ACME_TOKEN" https://api.acme.example/v1',
    'curl -H "X-Api-Key: ${ACME_KEY:?set me}" https://api.acme.example/v1',
    'curl -H "Authorization: Bearer ${TOKEN}" x',
    'curl -H "Authorization: Bearer <token>" x',
    'curl -H "Authorization: Bearer YOUR_ACCESS_TOKEN_123" x',
    'curl -H "Authorization: Bearer {{token}}" x',
    'curl -H "Authorization: Bearer eyJhbGciOi..." x',
    'curl -H "Authorization: Bearer abc123" x',
    'Authorization: Bearer token',
    'Authorization: Bearer mF_9.B5f-4.1JqM',
    '{"access_token":"2YotnFZFEjr1zCsicMWpAA","refresh_token":"tGzv3JOkF0XG5Qx2TlKWIA"}',
    'Authorization: Basic czZCaGRSa3F0MzpnWDFmQmF0M2JW',
    'see `RFC6749#Authorization`: https://tools.ietf.org/html/rfc6749#section-3.1',
    'headers.set(key, standard_value2); const key = utils$1.findKey(headers, name9)',
    'credentials = standard_b64encode(raw)',
    "const keys = ['gss_krb5_lucid_key', 'gss_krb5_rfc1964_keydata']",
    'interface Key { $case: "oauth2SecurityScheme"; value: OAuth2SecurityScheme; }',
    'withCredentials: defaultToConfig2,',
    'JSON_CREDENTIALS: "MINIFLARE_R2_S3_CREDENTIALS"',
    "password: 'bm90IG15IHJlYWwgcGFzc3dvcmQ='",
    'EAAA' + 'B'.repeat(3) + draw(BASE62, 30) + '/' + draw(BASE62, 90),
    'Authorization: Basic dXNlcjpwYXNzd29yZA==',
    'Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==',
    'Keys look like `' + 'sk_' + 'live_xxxxxxxxxxxxxxxxxxxxxxxx`.',
    'Keys look like `' + 'sk_' + 'live_...`, `ghp_****` or `AIza…`.',
    'AKIAIOSFODNN7' + 'EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/' + 'bPxRfiCYEXAMPLEKEY',
    'ghp_' + 'x'.repeat(36),
    'ghp_' + '0123456789'.repeat(3) + 'abcdef',
    'github_pat_' + 'A'.repeat(82),
    'xoxb-your-token-here',
    'xoxb-' + 'xxxxxxxxxxxx-xxxxxxxxxxxx-xxxxxxxxxxxxxxxxxxxxxxxx',
    'sk-ant-api03-' + 'your-key-here'.repeat(3),
    'OPENAI_API_KEY=sk-...',
    'SG.' + 'x'.repeat(22) + '.' + 'y'.repeat(43),
    'https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX',
    'password: changeme',
    'password: changeme123',
    'password = "P@ssw0rd!"',
    'PASSWORD=hunter2',
    'password: ${DB_PASSWORD}',
    'password: !vault secret/data/app',
    'api_key: your-api-key-123456789',
    'apiKey: process.env.ACME_API_KEY2',
    'token = get_token_v2(client)',
    'token: str = Field(default_factory=make_token_2)',
    'secret: prod-db-credentials-2026',
    'secretName: app-tls-secret-v2',
    'arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestSecret-a1b2c3',
    '"nextForwardToken": "f/' + draw('0123456789', 56) + '"',
    'next_page_token: ' + draw(BASE62, 40),
    'csrf_token = ' + draw(BASE62, 40),
    'max_tokens: 4096, stop_token: 50256',
    'tokenizer: cl100k_base_2024-01-01x',
    'token: 5f0c2a1e-9b7d-4f3a-8c61-2d4e6f8a0b1c',
    'tokenUrl: https://auth.acme.example/oauth2/v2/token0123456789',
    'token_url: "https://auth.acme.example/oauth2/v2/token"',
    'Order 5f0c2a1e-9b7d-4f3a-8c61-2d4e6f8a0b1c.',
    `Image digest sha256:${draw(HEX, 64)}.`,
    `"integrity": "sha512-${draw(BASE62, 86)}=="`,
    `commit ${draw(HEX, 40)}`,
    `"digest": "sha256:${draw(HEX, 64)}"`,
    `![logo](data:image/png;base64,${draw(BASE62, 2000)})`,
    `ETag: "${draw(HEX, 40)}"`,
    'securitySchemes:\n  key:\n    apiKeySecurityScheme:\n      location: header\n      name: X-API-Key\n',
    'securitySchemes: {key: {type: apiKey, in: header, name: X-API-Key}}',
    'headers:\n  - name: X-API-Key\n    description: Your key from the console.\n    isSecret: true\n    isRequired: true\n',
    'headers:\n  - name: Authorization\n    value: "Bearer {token}"\n',
    'headers:\n  - name: Accept\n    value: application/vnd.acme2+json\n',
    'inputs:\n  - name: token\n    type: string\n    description: Uses OAuth2 tokens.\n',
    'bearerFormat: JWT\nscheme: bearer',
    `${b64({ alg: 'HS256', typ: 'JWT' })}.${b64({ sub: '1234567890', name: 'John Doe', iat: 1516239022 })}.${draw(URL64, 43)}`,
    `${b64({ alg: 'EdDSA', typ: 'vc+jwt' })}.${b64({ iss: 'did:web:acme.example' })}.${draw(URL64, 86)}`,
    `jws: ${b64({ alg: 'EdDSA', kid: 'a' })}..${draw(URL64, 86)}`,
    `"signatures": [{"protected": "${b64({ alg: 'EdDSA', kid: 'acme-1' })}", "signature": "${draw(URL64, 86)}"}]`,
    'The sk-spinner-wave-animation-container-2 class',
    'Set the `Authorization` header. Basic authentication is used.',
  ])('%s is fine', async (text) => {
    expect(await values(text)).toEqual([])
  })
})

describe('how it searches', () => {
  const token = 'ghp_' + draw(BASE62, 36)

  test('offsets and values of several secrets in one text', async () => {
    const other = 'npm_' + draw(BASE62, 36, 5)
    const text = `one ${token}\ntwo ${other}`
    expect(await scanText({ file: 'f', text })).toEqual([
      { file: 'f', start: 4, end: 4 + token.length, value: token, kind: 'GitHub token' },
      { file: 'f', start: text.indexOf(other), end: text.length, value: other, kind: 'npm token' },
    ])
  })

  test('texts in one run keep their own findings', async () => {
    const inputs = [
      { file: 'a', text: 'nothing' },
      { file: 'b', text: `\uFEFFx ${token}` },
      { file: 'c', text: '' },
      { file: 'd', text: token },
    ]
    expect((await scanTexts(inputs)).map((found) => found.map(({ start, value }) => [start, value]))).toEqual([
      [],
      [[3, token]],
      [],
      [[0, token]],
    ])
  })

  test('a secret across the pieces of a large text is found once, whole', async () => {
    const aws = `AWS_SECRET_ACCESS_KEY=${draw(BASE62, 40)}`
    for (const at of [512 * 1024 - 20, 508 * 1024 - 20, 1016 * 1024 - 10]) {
      const text = `${'lorem ipsum\n'.repeat(Math.ceil(at / 12)).slice(0, at)}\n${aws}\n${'more text '.repeat(70_000)}`
      expect(await values(text)).toEqual([draw(BASE62, 40)])
    }
  })

  test('a comment cannot switch the scan off', async () => {
    expect(
      await values(`<!-- secretlint-disable -->\n${'xoxb-' + draw('123456789', 12) + '-' + draw(BASE62, 24)}\n`),
    ).toHaveLength(1)
  })

  test('hostile text takes no time', async () => {
    const hostile = [
      'eyJ'.repeat(100_000),
      'a:'.repeat(100_000),
      'https://'.repeat(50_000),
      '{"kty":"RSA",'.repeat(20_000),
      'token='.repeat(50_000),
      dashes('BEGIN PRIVATE KEY').repeat(5_000),
      'name: key\n'.repeat(30_000),
      'key-'.repeat(100_000),
    ]
    for (const text of hostile) await scanText({ file: 'f', text })
    expect(hostile).toHaveLength(8)
  })
})

function dashes(label: string): string {
  return `-----${label}-----`
}

function block(label: string, body: string): string {
  const lines = body.includes('\n') ? body : body.replace(/.{64}/g, '$&\n')
  return `${dashes(`BEGIN ${label}`)}\n${lines.trimEnd()}\n${dashes(`END ${label}`)}\n`
}
