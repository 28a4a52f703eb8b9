import type { FleetEntry } from '@shared/domain/host-listing'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { Button } from '../../ui/button'

const words = laterStrings.sandboxes.settings

interface FleetEntryProps {
  readonly name: string
  readonly entry: FleetEntry
  readonly off: boolean
  readonly onChange: (entry: FleetEntry) => void
}

const texts = ['context', 'namespace', 'template'] as const
const numbers = ['ready_seconds', 'idle_minutes'] as const
type Typed = Readonly<Record<(typeof texts)[number] | (typeof numbers)[number], string>>

const typedOf = ({ ready_seconds, idle_minutes, ...entry }: FleetEntry): Typed => ({
  ...entry,
  ready_seconds: String(ready_seconds),
  idle_minutes: String(idle_minutes),
})

/** Where a fleet's sandboxes are made and of what, and how long is waited: what the file has, and what a person makes of it. */
export function FleetEntryForm({ name, entry, off, onChange }: FleetEntryProps): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const shown = { ...typedOf(entry), ...typed }
  const next: FleetEntry = {
    ...{ context: shown.context.trim(), namespace: shown.namespace.trim(), template: shown.template.trim() },
    ...{ ready_seconds: Number(shown.ready_seconds), idle_minutes: Number(shown.idle_minutes) },
  }
  const isSame = [...texts, ...numbers].every((member) => next[member] === entry[member])
  const isWhole = numbers.every((member) => shown[member] !== '' && Number.isInteger(next[member]))
  return (
    <details className="s host-lends">
      <summary>{words.title}</summary>
      <p>{words.means}</p>
      <form
        aria-label={words.titleOf(name)}
        onSubmit={(event) => {
          event.preventDefault()
          if (isSame || off || !isWhole) return
          onChange(next)
          setTyped({})
        }}
      >
        <div className="provider-fields">
          {[...texts, ...numbers].map((member) => (
            <div key={member}>
              <label htmlFor={`${id}-${member}`}>{words[member]}</label>
              <input
                id={`${id}-${member}`}
                className="field"
                value={shown[member]}
                spellCheck={false}
                autoComplete="off"
                inputMode={member === 'ready_seconds' || member === 'idle_minutes' ? 'numeric' : 'text'}
                onChange={({ target: { value } }) => {
                  setTyped((before) => ({ ...before, [member]: value }))
                }}
              />
            </div>
          ))}
        </div>
        <div className="provider-foot">
          <span className="spacer" />
          <Button type="submit" size="small" disabled={off || isSame || !isWhole}>
            {words.save}
          </Button>
        </div>
      </form>
    </details>
  )
}
