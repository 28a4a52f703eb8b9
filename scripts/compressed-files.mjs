import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** Shorter ones gain nothing by it. */
const leastBytes = 512
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Writes the window's files a second and a third time, compressed, so that the browser host sends them so without compressing anything
 * itself (`src/main/hosts/renderer-files.ts`). Pages are left as they are.
 * @returns {import('vite').Plugin}
 */
export const compressedFiles = () => ({
  name: 'compressed-files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))
    await Promise.all(
      names.map(async (name) => {
        const file = join(dir, name)
        const whole = await readFile(file)
        if (whole.length < leastBytes) return
        await writeFile(`${file}.br`, await brotli(whole))
        await writeFile(`${file}.gz`, await zip(whole, { level: 9 }))
      }),
    )
  },
})
