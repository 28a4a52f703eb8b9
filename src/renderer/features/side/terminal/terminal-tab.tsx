import { hostOf } from '@shared/domain/host-state'
import { toFault, type Fault } from '@shared/domain/fault'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { SessionSummary } from '@shared/domain/session'
import type { TerminalNow } from '@shared/domain/session-terminal'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { laterStrings } from '../../../lib/later-strings'
import { strings } from '../../../lib/strings'
import { useAppState, useWindow } from '../../../state/context'
import { isOver, readTerminal, typeInto } from '../../../state/terminal-link'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { FaultNote } from '../../../ui/fault-message'
import { UntrustedText } from '../../../ui/untrusted-text'
import { openScreen, type ShellScreen } from './shell-screen'

const words = laterStrings.side.terminal

/** A terminal of the session's own sandbox, which a person opens: what the agent's commands may do is what is possible in it. */
export function TerminalTab({ session }: { session: SessionSummary }): ReactNode {
  const sandbox = useAppState((state) => state.engine?.sandbox)
  const unfit = whyNone(session, sandbox)
  return unfit === undefined ? (
    <OpenedTerminal session={session} />
  ) : (
    <EmptyState size="part" picture="terminal" title={words.unfit} text={unfit} />
  )
}

/** Why this session has none, in a sentence; undefined: it can have one. */
function whyNone(
  { id, desk, child, sandboxPolicy }: SessionSummary,
  sandbox: SandboxStatus | undefined,
): string | undefined {
  if (desk) return words.ofDesk
  if (child) return words.ofChild
  // What a host lacks it says itself.
  const confined = sandboxPolicy.mode !== 'danger-full-access' && hostOf(id) === undefined
  return confined && sandbox?.kind === 'unavailable' ? words.noSandbox : undefined
}

function OpenedTerminal({ session: { id, sandboxPolicy } }: { session: SessionSummary }): ReactNode {
  const { bridge } = useWindow()
  // Without an engine there is no shell either, and the window says so above.
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const place = useRef<HTMLDivElement>(null)
  const screen = useRef<ShellScreen>(undefined)
  /** Undefined until it is known how it stands. */
  const [now, setNow] = useState<TerminalNow>()
  const [fault, setFault] = useState<Fault>()
  /** Counts what was opened here, so that it is read. */
  const [opened, setOpened] = useState(0)
  const shown = useRef(0)
  useScreen({ place, screen, shown, sessionId: id, failed: setFault })
  useEffect(() => {
    if (!connected) return undefined
    const over = new AbortController()
    const { signal } = over
    setFault(undefined)
    const reader = {
      begin: (begun: TerminalNow) => {
        shown.current = begun.run
        screen.current?.clear()
      },
      draw: (text: string, before: boolean) => screen.current?.draw(text, before) ?? Promise.resolve(),
      stands: setNow,
    }
    readTerminal(bridge, id, reader, signal).catch((error: unknown) => {
      if (!signal.aborted) setFault(toFault(error))
    })
    return () => {
      over.abort()
    }
  }, [bridge, id, opened, connected])
  const open = async (): Promise<void> => {
    setFault(undefined)
    try {
      await bridge.request('terminal.open', { sessionId: id, ...(screen.current?.size() ?? usual) })
      setOpened((before) => before + 1)
    } catch (error) {
      setFault(toFault(error))
    }
  }
  const run = now?.run ?? 0
  useEffect(() => {
    // It can take the focus when it is in sight.
    if (run > 0 && opened > 0) screen.current?.focus()
  }, [run, opened])
  const none = now?.run === 0
  const running = now !== undefined && !none && !isOver(now)
  // What contains the one that runs, or would contain the next.
  const mode = running ? now.mode : sandboxPolicy.mode
  return (
    <div className="shell" data-none={none ? '' : undefined}>
      {now === undefined && <p className="dim side-note">{laterStrings.side.reading}</p>}
      {none && (
        <EmptyState size="part" picture="terminal" title={words.none} text={words.noneText}>
          <Button disabled={!connected} onClick={() => void open()}>
            {words.begin}
          </Button>
        </EmptyState>
      )}
      {connected && now !== undefined && (
        <p className="shell-line" data-open={mode === 'danger-full-access' ? '' : undefined}>
          {mode === 'danger-full-access' ? words.open : words.confined(strings.sandboxModes[mode])}
        </p>
      )}
      <div className="shell-screen" ref={place} />
      {now !== undefined && isOver(now) && (
        <p className="shell-line" role="status">
          <UntrustedText text={endInWords(now)} />
        </p>
      )}
      {connected && fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            setFault(undefined)
          }}
        />
      )}
      {connected && now !== undefined && !none && (
        <div className="shell-acts">
          {running ? (
            <>
              <span className="dim">{words.keys}</span>
              <Button
                size="small"
                look="ghost"
                onClick={() => {
                  bridge.request('terminal.end', { sessionId: id, run }).catch((error: unknown) => {
                    setFault(toFault(error))
                  })
                }}
              >
                {words.end}
              </Button>
            </>
          ) : (
            <Button size="small" onClick={() => void open()}>
              {words.another}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const usual = { columns: 80, rows: 24 }

/** The screen is there from the first, so that its size is known when the terminal is opened. */
function useScreen({
  place,
  screen,
  shown,
  sessionId,
  failed,
}: {
  readonly place: RefObject<HTMLDivElement | null>
  readonly screen: RefObject<ShellScreen | undefined>
  /** The run that is on it. */
  readonly shown: RefObject<number>
  readonly sessionId: string
  readonly failed: (fault: Fault) => void
}): void {
  const { bridge } = useWindow()
  useEffect(() => {
    if (place.current === null) return undefined
    const tell = (error: unknown): void => {
      failed(toFault(error))
    }
    const own = openScreen(place.current, {
      typed: typeInto(bridge, sessionId, () => shown.current, tell),
      sized: (size) => {
        bridge.request('terminal.resize', { sessionId, ...size }).catch(tell)
      },
    })
    screen.current = own
    return () => {
      screen.current = undefined
      own.close()
    }
  }, [bridge, place, screen, shown, sessionId, failed])
}

function endInWords({ exitCode, failed }: TerminalNow): string {
  if (failed !== undefined) return words.failed(failed)
  return exitCode === undefined ? words.stopped : words.ended(exitCode)
}
