import { signpost } from 'signpost/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    signpost({
      origin: 'https://acme.example',
      privateOrigin: 'https://partners.acme.example',
      provider: {
        name: 'Acme',
        url: 'https://acme.example',
        logoUrl: 'https://acme.example/favicon.svg',
        documentationUrl: 'https://docs.acme.example',
        contact: 'mailto:agents@acme.example',
        organization: 'Acme Logistics Ltd',
      },
      defaults: { access: 'public' },
      overrides: {
        // An Agent Skill taken over as it is: what its SKILL.md cannot say is said here.
        'packing-fragile-goods': {
          representativeQueries: [
            'How do I pack glass so that it survives shipping?',
            'What cushioning does a parcel with electronics need?',
          ],
        },
      },
      formats: { 'skill-sharing': { registry: true } },
      // The public folder is laid out for the first; what the others need lies in dist-deploy/.
      hosts: [
        'netlify',
        'cloudflare-pages',
        'cloudflare-workers',
        'vercel',
        'firebase',
        'azure-static-web-apps',
        's3-cloudfront',
        'github-pages',
        'gitlab-pages',
        'nginx',
        'apache',
        'caddy',
      ],
    }),
  ],
})
