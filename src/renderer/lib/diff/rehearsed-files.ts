import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import { amountInWords, keptInWords } from '@shared/messages/rehearsal'
import { laterStrings } from '../later-strings'
import { hunkLines } from '../unified-diff'
import type { ChangedFile } from './changed-file'

const words = laterStrings.rehearsal

/** What git calls a kind of file, before its permissions. */
const gitTypes: Partial<Record<RehearsedChange['type'], string>> = { file: '10', folder: '04', link: '12' }

/** Each change of a rehearsal as a file of a list of changes, in its order. */
export function rehearsedFiles(changes: readonly RehearsedChange[]): readonly ChangedFile[] {
  return changes.map((change): ChangedFile => {
    const { path, kind, type, from, diff, modes } = change
    const lines = diff === undefined ? [] : hunkLines(diff)
    const content = lines.length > 0 && type === 'link' ? 'link' : lines.length > 0 ? 'text' : 'none'
    const note = noteOf(change)
    const of = gitTypes[type] ?? '10'
    return {
      ...{ path, kind, lines, proposed: true },
      content: change.content === 'binary' ? 'binary' : content,
      ...(from !== undefined && { from }),
      ...(type !== 'file' && { type }),
      ...(modes && { mode: { before: `${of}${modes.before}`, after: `${of}${modes.after}` } }),
      ...(note !== undefined && { note }),
    }
  })
}

/** How much it is, what git has of it, and why no lines stand below. */
function noteOf(change: RehearsedChange): string | undefined {
  const { kind, type, content, diff, git } = change
  const amount = kind === 'deleted' || (kind === 'moved' && type === 'folder') ? [amountInWords(change)] : []
  const kept = git === undefined ? [] : [keptInWords(git)]
  const about = [...amount, ...kept].join('; ')
  const said = about === '' ? [] : [`${about.slice(0, 1).toUpperCase()}${about.slice(1)}.`]
  const why = whyNoLines(change)
  if (diff !== undefined && diff !== '' && said.length === 0) return undefined
  if (content === 'none' && said.length === 0 && (kind === 'moved' || kind === 'mode')) return undefined
  const texts = why === undefined ? said : [...said, why]
  return texts.length === 0 ? undefined : texts.join(' ')
}

/** Why no lines of a change are shown, as a sentence; undefined where there are some, or none to be. */
export function whyNoLines({ content, type, kind }: RehearsedChange): string | undefined {
  switch (content) {
    case 'text':
    case 'link':
      return undefined
    case 'binary':
    case 'secret':
    case 'outside':
    case 'large':
      return words.contents[content]
    case 'none':
      return type === 'file' && (kind === 'created' || kind === 'changed') ? words.contents.none : undefined
  }
}
