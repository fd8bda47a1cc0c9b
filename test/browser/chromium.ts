import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { isCI } from 'ci-info'
import { chromium, type Browser } from 'playwright-core'

const EXECUTABLE = '/usr/bin/chromium'

/** Why browser tests cannot run here; in CI they must, and fail where they cannot. */
export const missingChromium: string | undefined =
  isCI || existsSync(EXECUTABLE) ? undefined : `there is no ${EXECUTABLE}`

/** Debian's Chromium, installed first in CI where that is possible. */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(EXECUTABLE)) install()
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  return await chromium.launch({ executablePath: EXECUTABLE, args })
}

function install(): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  for (const command of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', command, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' })
  }
}
