import { FaultError } from '@shared/domain/fault'

/**
 * One file of a change set. `patch` are the bytes of its part of the whole, each as one character. `leftOut`: why it is never put in place here: what is
 * no regular file there, or a path that leads elsewhere or into a git folder. Counts are undefined for what is no text.
 */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'created' | 'changed' | 'deleted'
  readonly added: number | undefined
  readonly removed: number | undefined
  readonly patch: string
  readonly leftOut?: 'link' | 'submodule' | 'path'
}

const mostFiles = 5000

const broken = (): FaultError =>
  new FaultError({ code: 'bad-request', message: 'What came from the sandbox is no change set.' })

/** Whether a path stays in the folder and says nothing of git's own. */
export const staysInside = (path: string): boolean =>
  path !== '' &&
  !/\p{Cc}/u.test(path) &&
  !path.startsWith('/') &&
  !path.includes('\\') &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !isGits(part))

/** As git knows its own folder, and as file systems that fold names do. */
const isGits = (part: string): boolean =>
  /^(?:\.git|git~\d+)[ .]*(?::.*)?$/i.test(
    part.replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, ''),
  )

/**
 * The files of a patch as `git diff --binary --no-renames` writes it. `counts` is what `git apply --numstat -z` says of the same: git names the paths, one
 * for each part in this order. Both have a character for each byte. Throws FaultError `bad-request` where the two are not of one patch.
 */
export function changedFiles(patch: string, counts: string): readonly ChangedFile[] {
  // A line of a hunk begins with a sign, and one of binary data has no space: nothing else in a patch begins so.
  const starts = [...patch.matchAll(/^diff --git /gm)].map(({ index }) => index)
  const named = counts.split('\0').filter((entry) => entry !== '')
  if (starts[0] !== undefined && starts[0] !== 0) throw broken()
  if (patch !== '' && starts.length === 0) throw broken()
  if (starts.length !== named.length || starts.length > mostFiles) throw broken()
  return starts.map((from, at) => {
    const part = patch.slice(from, starts[at + 1])
    const [, added, removed, bytes] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(named[at] ?? '') ?? []
    if (bytes === undefined) throw broken()
    const path = Buffer.from(bytes, 'latin1').toString()
    const head = part.slice(0, /^(?:@@|GIT binary patch$)/m.exec(part)?.index ?? part.length)
    const modes = [
      ...head.matchAll(/^(?:(?:new|deleted) file mode|(?:old|new) mode|index \S+) (\d{6})$/gm),
    ].map(([, mode]) => mode ?? '')
    const odd = modes.find((mode) => mode !== '100644' && mode !== '100755')
    const isSame = Buffer.from(path).toString('latin1') === bytes
    const leftOut =
      odd === '160000'
        ? 'submodule'
        : odd !== undefined
          ? 'link'
          : staysInside(path) && isSame
            ? undefined
            : 'path'
    return {
      ...{ path, patch: part },
      kind: /^new file mode /m.test(head)
        ? 'created'
        : /^deleted file mode /m.test(head)
          ? 'deleted'
          : 'changed',
      added: added === '-' ? undefined : Number(added),
      removed: removed === '-' ? undefined : Number(removed),
      ...(leftOut !== undefined && { leftOut }),
    }
  })
}

/**
 * Those that paths choose, each a file of the set or a folder round some; none: all. What is left out is never among them. Throws FaultError
 * `bad-request` for a path that chooses nothing, and for one that is left out.
 */
export function chosenFiles(files: readonly ChangedFile[], paths: readonly string[]): readonly ChangedFile[] {
  const under = (path: string) => (each: ChangedFile) =>
    each.path === path || each.path.startsWith(`${path.replace(/\/$/, '')}/`)
  for (const path of paths) {
    const found = files.filter(under(path))
    const why = found.length === 0 ? 'changes nothing of that name' : 'cannot be put in place'
    if (!found.some(({ leftOut }) => leftOut === undefined))
      throw new FaultError({
        code: 'bad-request',
        message: `${path} ${why}; expected a path of the change set.`,
      })
  }
  return files.filter(
    (each) => each.leftOut === undefined && (paths.length === 0 || paths.some((path) => under(path)(each))),
  )
}
