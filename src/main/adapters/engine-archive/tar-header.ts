import type { EngineFile } from './engine-files'

/** What a tar is made of, in bytes. */
export const block = 512
/** A time of files that says nothing: the same files are the same archive. In seconds. */
const someTime = 946_684_800

/** The head of a file in the form of POSIX (ustar), for its owner alone. Throws an error of one line for a path that has no room in it. */
export function headerOf({ path, bytes, executable }: Omit<EngineFile, 'file'>): Buffer {
  const head = Buffer.alloc(block)
  const [prefix, name] = splitPath(path)
  head.write(name, 0)
  const octal = (value: number, at: number, digits: number): void => {
    head.write(value.toString(8).padStart(digits, '0'), at)
  }
  octal(executable ? 0o700 : 0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes, 124, 11)
  octal(someTime, 136, 11)
  head.write('        0', 148) // the sum counts as spaces; then a file
  head.write('ustar\0' + '00', 257)
  head.write(prefix, 345)
  octal(
    head.reduce((sum, each) => sum + each, 0),
    148,
    6,
  )
  head.write('\0 ', 154)
  return head
}

/** A path as a folder of at most 155 bytes and a name of at most 100. */
function splitPath(path: string): readonly [prefix: string, name: string] {
  const length = (text: string): number => Buffer.byteLength(text)
  if (length(path) <= 100) return ['', path]
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (length(name) <= 100 && length(prefix) <= 155) return [prefix, name]
  }
  throw new Error(`${path} has a name that is too long to be packed.`)
}
