import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { onDemand } from '../../lib/on-demand'
import { visibleString } from '../../lib/visible-text'
import type { Preview } from './changes-rows'

const marked = onDemand(async () => (await import('../../ui/prose')).Prose)
const words = laterStrings.changes

/** How a file looks, in place of its lines: a picture from its bytes, never from an address or from markup, or Markdown as it is read. */
export function FilePreview({ preview, name }: { preview: Preview; name: string }): ReactNode {
  if (preview.kind === 'text')
    return (
      <div className="ch-preview say">
        <marked.Component text={preview.text} growing={false} meanwhile={<p>{words.reading}</p>} />
      </div>
    )
  const { url, width, height } = preview
  return (
    <div className="ch-preview">
      <img src={url} alt={visibleString(name)} width={width} height={height} />
      <p className="dim">{words.pixels(width, height)}</p>
    </div>
  )
}
