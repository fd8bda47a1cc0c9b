import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildFolder } from '../../src/build-folder.ts'
import { ED25519, keysOf } from '../keys.ts'
import { loadOptions } from '../../src/load/options.ts'
import { indexSite, respond } from '../../src/serve.ts'
import type { Site } from '../../src/site.ts'
import { launchChromium, missingChromium } from './chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

if (missingChromium !== undefined) console.warn(`SKIPPED: the browser tests of the page, because ${missingChromium}.`)

describe.skipIf(missingChromium !== undefined).each(['public', 'private'] as const)(
  'the page of the sample site, %s view',
  (view) => {
    let browser: Browser
    let server: Server
    let base: string

    beforeAll(async () => {
      const site = await sampleSite(view)
      server = await serve(site)
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      browser = await launchChromium()
    })

    afterAll(async () => {
      await browser?.close()
      server?.closeAllConnections()
      server?.close()
    })

    const open = async (
      options: Parameters<Browser['newPage']>[0] = {},
    ): Promise<{ page: Page; trouble: string[]; asked: string[] }> => {
      const page = await browser.newPage(options)
      const trouble: string[] = []
      const asked: string[] = []
      page.on('console', (message) => trouble.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => trouble.push(String(error)))
      page.on('request', (request) => asked.push(request.url()))
      page.on('response', (response) => response.ok() || trouble.push(`${response.status()} ${response.url()}`))
      await page.goto(`${base}/`)
      return { page, trouble, asked }
    }

    test('no console message, no failed request, no request to another host', async () => {
      const { page, trouble, asked } = await open()
      expect(trouble).toEqual([])
      expect(asked).toContain(`${base}/`)
      expect(asked.filter((url) => !url.startsWith(`${base}/`))).toEqual([])
      expect(await page.locator('img').evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0)
      await page.close()
    })

    test('says the same without JavaScript', async () => {
      const [scripted, plain] = [await open(), await open({ javaScriptEnabled: false })]
      expect(await plain.page.locator('h1').textContent()).toBe('Acme')
      expect(await plain.page.locator('main').textContent()).toBe(await scripted.page.locator('main').textContent())
      await plain.page.locator('summary').first().click()
      expect(await plain.page.locator('details li').first().isVisible()).toBe(true)
      await Promise.all([scripted.page.close(), plain.page.close()])
    })

    test('is styled: its Content-Security-Policy lets its own style sheet through', async () => {
      const { page } = await open()
      expect(await page.evaluate(`getComputedStyle(document.querySelector('.cards')).display`)).toBe('grid')
      await page.close()
    })

    test('every link on the site resolves', async () => {
      const { page } = await open()
      const hrefs = await page
        .locator('a[href], link[href]')
        .evaluateAll((links: { getAttribute(name: string): string }[]) =>
          links.map((link) => link.getAttribute('href')),
        )
      const own = [...new Set(hrefs)].filter((href) => href.startsWith('/'))
      expect(own.length).toBeGreaterThan(20)
      for (const href of own) expect([href, (await fetch(base + href)).status]).toEqual([href, 200])
      for (const href of new Set(hrefs.filter((h) => h.startsWith('#'))))
        expect(await page.locator(`[id="${href.slice(1)}"]`).count()).toBe(1)
      await page.close()
    })

    test('the private skill is shown in the authenticated view alone', async () => {
      const { page } = await open()
      expect((await page.getByText('Carrier Rate Margins').count()) > 0).toBe(view === 'private')
      expect((await page.locator('.mark.private').count()) > 0).toBe(view === 'private')
      expect(await page.locator('.mark.restricted').count()).toBeGreaterThan(0)
      await page.close()
    })

    describe.each([
      ['desktop', 1280],
      ['phone', 320],
    ] as const)('%s', (_, width) => {
      test.each(['light', 'dark'] as const)('%s: accessible, and nothing sticks out', async (colorScheme) => {
        const { page } = await open({ viewport: { width, height: 800 }, colorScheme })
        for (const details of await page.locator('summary').all()) await details.click()
        await page.evaluate(axe.source)
        const violations = await page.evaluate(async () => {
          const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
          const results = await inPage.run()
          return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
        })
        expect(violations).toEqual([])
        expect(await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)
        await page.close()
      })
    })

    test('the keyboard finds the way past the head first', async () => {
      const { page } = await open()
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      expect(await focused.getAttribute('href')).toBe('#main')
      await expect.poll(async () => (await focused.boundingBox())?.y).toBeGreaterThanOrEqual(0)
      await page.close()
    })
  },
)

async function sampleSite(view: Site['view']): Promise<Site> {
  const { site, diagnostics } = await loadOptions(root)
  expect(diagnostics).toEqual([])
  const result = await buildFolder(root, site!.options, {
    mode: 'production',
    file: site!.file,
    env: {},
    publicFiles: ['favicon.svg'],
    keys: keysOf(ED25519),
  })
  expect(result.diagnostics.filter(({ severity }) => severity !== 'suggestion')).toEqual([])
  return result[view]!
}

async function serve(site: Site): Promise<Server> {
  const index = indexSite(site, { discovery: 0, keys: 0, immutable: 0 })
  const icon = readFileSync(`${root}/public/favicon.svg`)
  const server = createServer(async (request, response) => {
    const target = request.url ?? '/'
    if (target === '/favicon.svg') return void response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(icon)
    const answer = await respond(index, { method: request.method ?? 'GET', target })
    response.writeHead(answer?.status ?? 404, { ...answer?.headers }).end(answer?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
