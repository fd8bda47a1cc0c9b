import http from 'node:http'

/** An answer as it came over the wire: nothing decoded, nothing followed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Asks a server on 127.0.0.1 for a request target, sent as it is written. */
export function ask(port: number, target: string, options: { method?: string; headers?: Readonly<Record<string, string>>; host?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, host = '127.0.0.1' } = options
    const request = http.request({ host, port, path: target, method, headers: { Host: `127.0.0.1:${port}`, ...headers }, agent: false, timeout: 30_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const flat = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]))
        resolve({ status: response.statusCode ?? 0, headers: flat, body: Buffer.concat(chunks) })
      })
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`${method} ${target}: no answer`)))
    request.on('error', reject)
    request.end()
  })
}
