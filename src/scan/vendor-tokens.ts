import type { Match } from './match.ts'
import { isPlaceholder } from './placeholder.ts'

/** Tokens of vendors in a text, without placeholders. */
export function findVendorTokens(text: string): Match[] {
  const matches: Match[] = []
  for (const { 0: run, index } of text.matchAll(TOKEN_RUN)) {
    if (run.length > LONGEST || !ANY.test(run)) continue
    for (const { kind, pattern } of vendorTokens) {
      for (const match of run.matchAll(pattern)) {
        const start = index + match.index
        if (!isPlaceholder(match[1]!)) matches.push({ start, end: start + match[0].length, kind })
      }
    }
  }
  return matches
}

/** A kind of token by its written form; the first group is the part that must not be a placeholder. */
interface TokenPattern {
  readonly kind: string
  readonly pattern: RegExp
}

/** Every token is an unbroken run of these characters: the patterns need not look at anything else. */
const TOKEN_RUN = /(?<![A-Za-z0-9_.~+/=$:@-])[A-Za-z0-9_.~+/=$:@-]{14,}/g

/** Longer runs are embedded files in Base64. */
const LONGEST = 4096

const BEFORE = '(?<![A-Za-z0-9_-])'
const AFTER = '(?![A-Za-z0-9_-])'

function token(kind: string, prefix: string, body: string): TokenPattern {
  return { kind, pattern: new RegExp(`${BEFORE}${prefix}(${body})${AFTER}`, 'g') }
}

/**
 * Tokens that tell by their form who issued them and that secretlint's recommended rules do not know, or know too narrowly.
 * Each is one run of letters, digits and `_.~+/=$:@-`, of 14 characters or more.
 */
const vendorTokens: readonly TokenPattern[] = [
  token('AWS access key', '(?:AKIA|ASIA|A3T[A-Z0-9])', '[A-Z0-9]{16}'),
  token('Alibaba Cloud access key', 'LTAI', '[A-Za-z0-9]{16,20}'),
  token('Azure client secret', '', '[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}'),
  { kind: 'Azure shared key', pattern: /(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{43,86}={1,2})/g },
  token('Google API key', 'AIza', '[A-Za-z0-9_-]{35}'),
  token('Google OAuth client secret', 'GOCSPX-', '[A-Za-z0-9_-]{24,40}'),
  token('Google OAuth token', '(?:ya29\\.|1//0)', '[A-Za-z0-9_-]{30,}'),
  token('DigitalOcean token', 'do[opr]_v1_', '[a-f0-9]{64}'),
  token('Databricks token', 'dapi', '[a-f0-9]{32}(?:-\\d)?'),
  token('Heroku API key', 'HRKU-', '[A-Za-z0-9_-]{36,}'),
  token('Netlify token', 'nf[pcoub]_', '[A-Za-z0-9]{36,}'),
  token('Vercel token', 'vc[piakr]_', '[A-Za-z0-9]{24,}'),
  token('Fly.io token', 'fm[12][ar]?_', '[A-Za-z0-9+/_=-]{40,}'),
  token('Render API key', 'rnd_', '[A-Za-z0-9]{24,}'),
  token('Supabase key', '(?:sbp_|sb_secret_)', '[A-Za-z0-9_-]{20,}'),
  token('PlanetScale credential', 'pscale_(?:tkn|pw|oauth)_', '[A-Za-z0-9_.-]{32,}'),
  token('Terraform Cloud token', '', '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{60,}'),
  token('Vault token', 'hv[sbr]\\.', '[A-Za-z0-9_-]{24,}'),
  token('Pulumi token', 'pul-', '[a-f0-9]{40}'),
  token('Doppler token', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]+\\.)?', '[A-Za-z0-9]{40,44}'),
  token('Tailscale key', 'tskey-[a-z]+-', '[A-Za-z0-9]+-[A-Za-z0-9]{16,}'),
  token('age private key', 'AGE-SECRET-KEY-1', '[02-9AC-HJ-NP-Z]{58}'),
  token('GitHub token', '(?:gh[pousr]_|github_pat_)', '[A-Za-z0-9_]{36,255}'),
  token('GitLab token', '(?:gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|rtr)-|GR1348941)', '[A-Za-z0-9_.-]{20,}'),
  token('Bitbucket token', '(?:ATBB|ATCTT3|ATATT3)', '[A-Za-z0-9_=-]{28,}'),
  token('npm token', 'npm_', '[A-Za-z0-9]{36,}'),
  token('PyPI token', 'pypi-', 'AgE[A-Za-z0-9_-]{50,}'),
  token('RubyGems key', 'rubygems_', '[a-f0-9]{48}'),
  token('crates.io token', 'cio', '[A-Za-z0-9]{32}'),
  token('NuGet key', 'oy2', '[a-z0-9]{43}'),
  token('Docker token', 'dckr_[op]at_', '[A-Za-z0-9_-]{27,}'),
  token('JFrog token', 'AKCp', '[A-Za-z0-9]{69,}'),
  token('Buildkite token', 'bk[a-z]a_', '[A-Za-z0-9]{32,}'),
  token('CircleCI token', 'CCIP(?:AT|RJ)_', '[A-Za-z0-9_]{20,}'),
  token('Sentry token', 'sntry[su]_', '[A-Za-z0-9+/=_-]{40,}'),
  token('Grafana token', 'gl(?:sa|c)_', '[A-Za-z0-9+/_=]{32,}'),
  token('New Relic key', 'NRAK-', '[A-Z0-9]{27}'),
  token('Dynatrace token', 'dt0[a-z]\\d\\d\\.', '[A-Z0-9]{24}\\.[A-Z0-9]{64}'),
  token('PostHog key', 'ph[xs]_', '[A-Za-z0-9]{32,}'),
  token('OpenAI key', 'sk-(?:proj|svcacct|admin|None)-', '[A-Za-z0-9_-]{20,}'),
  token('Anthropic key', 'sk-ant-(?:[a-z]+\\d\\d-)?', '[A-Za-z0-9_-]{32,}'),
  token('API key', 'sk-(?:[a-z]{2,4}-(?:v\\d-)?)?', '[A-Za-z0-9]{32,}'),
  token('API key', 'sk-lf-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  token('Hugging Face token', '(?:hf_|api_org_)', '[A-Za-z0-9]{34,}'),
  token('Replicate token', 'r8_', '[A-Za-z0-9]{37}'),
  token('Groq key', 'gsk_', '[A-Za-z0-9]{40,}'),
  token('xAI key', 'xai-', '[A-Za-z0-9]{60,}'),
  token('Perplexity key', 'pplx-', '[A-Za-z0-9]{40,}'),
  token('NVIDIA key', 'nvapi-', '[A-Za-z0-9_-]{60,}'),
  token('Pinecone key', 'pcsk_', '[A-Za-z0-9_]{40,}'),
  token('Tavily key', 'tvly-', '[A-Za-z0-9-]{28,}'),
  token('LangSmith key', 'lsv2_[a-z]{2}_', '[a-f0-9]{32}_[a-f0-9]{10}'),
  token('ElevenLabs key', 'sk_', '[a-f0-9]{48}'),
  token('Firecrawl key', 'fc-', '[a-f0-9]{32}'),
  token('Stripe key', '[sr]k_(?:live|test|prod)_', '[A-Za-z0-9]{16,}'),
  token('webhook signing secret', 'whsec_', '[A-Za-z0-9+/=]{24,}'),
  token('Square token', 'sq0[a-z]{3}-', '[A-Za-z0-9_-]{22,}'),
  token('Square token', 'EAAA', '[A-Za-z0-9_-]{60}'),
  token('Braintree token', 'access_token\\$production\\$', '[a-z0-9]{16}\\$[a-f0-9]{32}'),
  token('Plaid token', 'access-(?:production|development)-', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
  token('Shopify token', 'shp(?:at|ca|pa|ss)_', '[A-Za-z0-9]{32,}'),
  token('Twilio key', 'SK', '[0-9a-f]{32}'),
  token('SendGrid key', 'SG\\.', '[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}'),
  token('Mailgun key', 'key-', '[0-9a-f]{32}'),
  token('Mailchimp key', '', '[0-9a-f]{32}-us\\d{1,2}'),
  token('Brevo key', 'x(?:key|smtp)sib-', '[0-9a-f]{64}-[A-Za-z0-9]{16}'),
  token('Resend key', 're_', '[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  token('Slack token', 'xox[a-z](?:\\.xox[a-z])?-', '[A-Za-z0-9-]{10,}'),
  token('Slack app token', 'xapp-', '\\d-[A-Za-z0-9-]{20,}'),
  {
    kind: 'Slack webhook',
    pattern: /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/]{30,})/g,
  },
  { kind: 'Discord webhook', pattern: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{16,20}\/[\w-]{60,})/g },
  {
    kind: 'Teams webhook',
    pattern: /\.webhook\.office\.com\/webhookb2\/([\w@-]{36,}\/IncomingWebhook\/[a-z0-9]{32}\/[\w-]{36})/g,
  },
  token('Discord bot token', '', '[MNO][A-Za-z0-9_-]{23,27}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,38}'),
  token('Telegram bot token', '', '\\d{8,10}:AA[A-Za-z0-9_-]{32,33}'),
  token('Meta access token', 'EAA', '[A-Za-z0-9]{80,}'),
  token('Postman key', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('Figma token', 'fig(?:d|dh|ur)_', '[A-Za-z0-9_-]{36,}'),
  token('Notion token', 'ntn_', '[A-Za-z0-9]{40,}'),
  token('Airtable token', 'pat', '[A-Za-z0-9]{14}\\.[a-f0-9]{64}'),
  token('Linear token', 'lin_(?:api|oauth)_', '[A-Za-z0-9]{32,}'),
  token('Contentful token', 'CFPAT-', '[A-Za-z0-9_-]{40,}'),
  token('Mapbox secret token', 'sk\\.', 'eyJ[A-Za-z0-9_-]{40,}\\.[A-Za-z0-9_-]{20,}'),
  token('1Password service account token', 'ops_', 'eyJ[A-Za-z0-9_=-]{100,}'),
]

const ANY = combine(vendorTokens.map(({ pattern }) => pattern.source))

/** One pattern for all: most start behind the same border, which is then looked for once. */
function combine(sources: readonly string[]): RegExp {
  const bordered = sources.filter((source) => source.startsWith(BEFORE)).map((source) => source.slice(BEFORE.length))
  const others = sources.filter((source) => !source.startsWith(BEFORE))
  return new RegExp(`${BEFORE}(?:${bordered.join('|')})|${others.join('|')}`.replace(/\((?!\?)/g, '(?:'))
}
