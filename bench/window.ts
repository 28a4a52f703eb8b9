import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

/** The built program's `serve` with its state in this folder, from when it has printed its address. */
export async function serveFrom(home: string): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(process.cwd(), 'out/main/cli.js'), 'serve'], {
    env: { ...process.env, COUNTERSIGN_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.once('exit', () => {
      reject(new Error(`serve ended: ${said}`))
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const found = /http:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    })
  })
  return { child, address }
}

export const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
