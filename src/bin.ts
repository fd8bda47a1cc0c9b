#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { failureText, main } from './cli.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

process.on('uncaughtException', (error) => {
  process.stderr.write(failureText(error, version))
  process.exit(2)
})

// A reader that closes early, as `| head` does, is no failure.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

// Config files and plugins of a site may print: what they print is no result.
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  stdout: { write: (text) => write(text), isTTY: process.stdout.isTTY },
  stderr: process.stderr,
  version,
})
