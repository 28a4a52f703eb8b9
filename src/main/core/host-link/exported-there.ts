import type { ExportFormat } from '@shared/domain/session'
import type { ResponseOf } from '@shared/ipc/contract'

const exportedAs: Readonly<Record<ExportFormat, { readonly ending: string; readonly mediaType: string }>> = {
  markdown: { ending: 'md', mediaType: 'text/markdown' },
  html: { ending: 'html', mediaType: 'text/html' },
  json: { ending: 'json', mediaType: 'application/json' },
  rollout: { ending: 'jsonl', mediaType: 'application/x-ndjson' },
}

/** What a page of ours says to the browser, before all that its engine has written: what stands behind it can only take more away. */
const runsNothing = `<!doctype html>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; form-action 'none'">
`

/**
 * What a host has exported, as a file that is kept here. Its name is proposed to a person as where the file goes: one that leads into a folder, or is of another
 * kind, is none. A page loads nothing and runs nothing, whatever is in it; of bytes is only a record.
 */
export function exportedThere(
  { fileName, text, encoding }: ResponseOf<'session.export'>,
  format: ExportFormat,
): ResponseOf<'session.export'> {
  const { ending, mediaType } = exportedAs[format]
  const name = fileName.endsWith(`.${ending}`) ? fileName.slice(0, -ending.length - 1) : ''
  const plain = /^[\p{L}\p{N}_][\p{L}\p{N}._-]{0,150}$/u.test(name) ? name : 'session'
  return {
    ...{ fileName: `${plain}.${ending}`, mediaType },
    text: format === 'html' ? `${runsNothing}${text}` : text,
    ...(format === 'rollout' && encoding && { encoding }),
  }
}
