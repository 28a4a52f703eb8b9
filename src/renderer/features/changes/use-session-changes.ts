import { useMemo } from 'react'
import { turnFiles } from '../../lib/diff/git-diff'
import { strings } from '../../lib/strings'
import type { ShownChanges } from '../../state/app-state'
import { useAppState } from '../../state/context'
import type { TranscriptItem } from '../../state/transcript-items'

const noItems: readonly TranscriptItem[] = []

/**
 * What all turns of a session changed, one after the other, as far as its record is loaded, and how many did. The files are read
 * where they are wanted.
 */
export function useSessionChanges(
  sessionId: string,
  wanted: boolean,
): ShownChanges & { readonly turns: number } {
  const items = useAppState((state) => state.transcripts[sessionId]?.items) ?? noItems
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  return useMemo(() => {
    const turns = items.filter((item) => item.kind === 'turn-diff')
    return {
      sessionId,
      title: strings.changes.ofSession,
      files: wanted ? turns.flatMap(({ unifiedDiff }) => turnFiles(unifiedDiff, folder)) : [],
      at: 0,
      turns: turns.length,
    }
  }, [items, folder, sessionId, wanted])
}
