import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { visibleString } from '../lib/visible-text'

/** Opens a file of the session around in the person's editor; undefined: there is no session, or files are opened in none. */
export const OpenFile = createContext<((path: string, line: number | undefined) => void) | undefined>(
  undefined,
)

/** The name of a file that can be opened; the name alone where none can be. */
export function OpensFile({
  path,
  line,
  children,
}: {
  path: string
  line?: number | undefined
  children: ReactNode
}): ReactNode {
  const open = useContext(OpenFile)
  if (open === undefined) return children
  return (
    <button
      type="button"
      className="opens-file"
      title={visibleString(strings.openFile.label(path, line))}
      onClick={() => {
        open(path, line)
      }}
    >
      {children}
    </button>
  )
}
