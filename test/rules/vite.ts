import { skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** Fixtures of findings about the Vite project that a site is built in. */
export const viteFixtures: readonly Fixture[] = [
  {
    code: 'CONFIG_BASE',
    files: { 'skills/parcel.yaml': skill() },
    vite: { base: '/docs/' },
    expect: 'error vite.config.ts',
  },
  {
    code: 'SITE_SOURCE_BUNDLED',
    files: {
      'skills/parcel.yaml': skill(),
      'index.html': '<!doctype html><script type="module" src="/main.ts"></script>',
      'main.ts': "import text from './skills/parcel.yaml?raw'\nconsole.log(text)\n",
    },
    vite: {},
    expect: 'error main.ts',
  },
  {
    code: 'SITE_APP_FAILED',
    files: {
      'skills/parcel.yaml': skill(),
      'vite.config.ts': `import { signpost } from ${JSON.stringify(new URL('../../src/vite.ts', import.meta.url).pathname)}
export default { plugins: [signpost({ origin: 'https://acme.example', provider: { name: 'Acme' }, trust: false })] }
`,
      'index.html': '<!doctype html><script type="module" src="/main.ts"></script>',
      'main.ts': "import './not-there.ts'\n",
    },
    argv: ['build'],
    expect: 'error main.ts:1:8',
  },
]
