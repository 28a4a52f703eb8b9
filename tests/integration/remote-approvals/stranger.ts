// Run as another user: tries to reach a window, in each way that is left to it, and prints what came of it as JSON.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

const [folder = '', socket = '', words = ''] = process.argv.slice(2)

const reach = (path: string): Promise<string> =>
  new Promise((resolve) => {
    let back = ''
    let failed: string | undefined
    const way = connect(path, () => way.write(words))
    way.setEncoding('utf8').on('data', (text: string) => (back += text))
    way.on('error', (error: NodeJS.ErrnoException) => {
      failed = error.code
    })
    way.on('close', () => {
      resolve(
        failed === undefined || failed === 'EPIPE' || failed === 'ECONNRESET' ? `said "${back}"` : failed,
      )
    })
  })

const listed = (): string => {
  try {
    return readdirSync(folder).join(' ')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  }
}

process.stdout.write(JSON.stringify({ listed: listed(), reached: await reach(join(folder, socket)) }))
