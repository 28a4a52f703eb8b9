import { withHost } from '@shared/domain/host-state'
import { commandGroups, commandsOf } from '@shared/domain/app-command'
import type { AppCommandId } from '@shared/domain/app-command'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { describeGrant } from '@shared/messages/grant'
import { commandGroupTitle, commandTitle } from '@shared/messages/commands'
import {
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandRoot,
  defaultFilter,
} from 'cmdk'
import { useMemo, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState, useWindow } from '../../state/context'
import { useGrants } from '../../state/use-grants'
import { Keys, useCommandKeys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { useModal } from '../../ui/use-modal'
import { InRecords } from './in-records'

const words = laterStrings.commands
const sessionsShown = 200
/** What fits less has the letters somewhere, and nothing that a person looks for. */
const faint = 0.01

/** Finds what can be done now, settings, grants and the sessions that are known by their names, and what stands in records. The dialog is gone before anything is done. */
export function Palette({ onClose }: { onClose: () => void }): ReactNode {
  const actions = useActions()
  const { commands, store } = useWindow()
  const [text, setText] = useState('')
  const grants = useGrants()
  const dialog = useModal('.palette-field')
  const [there] = useState(() => commands.available())
  const sessions = useAppState((state) => state.sessions)
  const home = useAppState((state) => state.engine?.home ?? '')
  const known = useMemo(
    () =>
      Object.values(sessions)
        .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
        .slice(0, sessionsShown),
    [sessions],
  )
  const then = (run: () => void) => () => {
    flushSync(onClose)
    run()
  }
  const named = sessionsLead(text, known, there)
  const bySession = (
    <CommandGroup key="sessions" heading={words.sessions}>
      {known.map(({ id, title, cwd, shownCwd }) => (
        <CommandItem
          key={id}
          value={id}
          keywords={[title, cwd]}
          className="palette-item"
          onSelect={then(() => {
            actions.show({ kind: 'session', sessionId: id })
          })}
        >
          <span className="ellipsis">
            <UntrustedText text={withHost(id, title)} />
          </span>
          <span className="end ellipsis">
            <UntrustedText text={withTilde(shownCwd ?? cwd, home)} />
          </span>
        </CommandItem>
      ))}
    </CommandGroup>
  )
  return (
    <dialog ref={dialog} className="palette" aria-label={words.palette} onCancel={onClose}>
      <CommandRoot label={words.field} filter={fitting} loop vimBindings={false} onKeyDown={plainEnterOnly}>
        <CommandInput
          className="field palette-field"
          aria-label={words.field}
          placeholder={words.placeholder}
          maxLength={200}
          value={text}
          onValueChange={setText}
        />
        <CommandList className="palette-list" label={words.palette}>
          <CommandEmpty className="palette-none">{words.nothing}</CommandEmpty>
          {named && bySession}
          {commandGroups.map((group) => (
            <CommandGroup key={group} heading={commandGroupTitle(group)}>
              {commandsOf(group).map(
                (id) =>
                  there.has(id) &&
                  id !== 'palette.open' && (
                    <CommandRow
                      key={id}
                      id={id}
                      group={commandGroupTitle(group)}
                      onSelect={then(() => commands.run(id))}
                    />
                  ),
              )}
            </CommandGroup>
          ))}
          <CommandGroup heading={words.settings}>
            {Object.entries(laterStrings.settings.fields).map(([key, [name, does]]) => (
              <CommandItem
                key={key}
                value={`setting ${key}`}
                keywords={[name, does, key]}
                className="palette-item"
                onSelect={then(() => {
                  store.setState({ lookedFor: { setting: name } })
                  actions.show({ kind: 'preferences' })
                })}
              >
                <span>{name}</span>
                <span className="end">{does}</span>
              </CommandItem>
            ))}
          </CommandGroup>
          <CommandGroup heading={words.grants}>
            {grants?.map((grant) => (
              <CommandItem
                key={grant.id}
                value={`grant ${grant.id}`}
                keywords={[grantText(grant), grant.cwd]}
                className="palette-item"
                onSelect={then(() => {
                  actions.show({ kind: 'grants' })
                })}
              >
                <span className="ellipsis">
                  <UntrustedText text={grantText(grant)} />
                </span>
                <span className="end ellipsis">
                  <UntrustedText text={withTilde(grant.cwd, home)} />
                </span>
              </CommandItem>
            ))}
          </CommandGroup>
          {!named && bySession}
          <InRecords text={text.trim()} then={then} />
        </CommandList>
      </CommandRoot>
    </dialog>
  )
}

/** Whether what is written is in the name of a session and of no command: these then stand first, and Enter opens what was meant. */
export function sessionsLead(
  text: string,
  sessions: readonly { readonly title: string }[],
  commands: Iterable<AppCommandId>,
): boolean {
  const search = text.trim().toLowerCase()
  const has = (name: string): boolean => name.toLowerCase().includes(search)
  return (
    search !== '' && sessions.some(({ title }) => has(title)) && ![...commands].map(commandTitle).some(has)
  )
}

/** Long texts fit by whole parts alone, and behind what fits by its name: letters in some order stand in all of them. */
function fitting(value: string, search: string, keywords: readonly string[] = []): number {
  if (!/^(?:setting|grant) /.test(value)) {
    const score = defaultFilter(value, search, [...keywords])
    return score < faint ? 0 : score
  }
  const text = keywords.join(' ').toLowerCase()
  const parts = search.toLowerCase().split(/\s+/)
  return parts.every((part) => text.includes(part)) ? 0.5 : 0
}

/** What a grant covers, in a line. */
const grantText = ({ covers, command, grants }: StoredGrant): string =>
  covers === 'host'
    ? grants.map(describeGrant).join(', ')
    : `${quoteCommand(command)}${covers === 'prefix' ? ' *' : ''}`

/** Ctrl+Enter answers a request elsewhere, and a key held down was meant for what was there before: neither runs a command. */
function plainEnterOnly(event: KeyboardEvent): void {
  const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event
  if (event.key === 'Enter' && (ctrlKey || metaKey || altKey || shiftKey || repeat)) event.preventDefault()
}

interface CommandRowProps {
  id: AppCommandId
  group: string
  onSelect: () => void
}

function CommandRow({ id, group, onSelect }: CommandRowProps): ReactNode {
  const keys = useCommandKeys(id)
  const title = commandTitle(id)
  return (
    <CommandItem value={id} keywords={[title, group]} className="palette-item" onSelect={onSelect}>
      <span>{title}</span>
      {keys.length > 0 && (
        <span className="end">
          <Keys keys={keys} />
        </span>
      )}
    </CommandItem>
  )
}
