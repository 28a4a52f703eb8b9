import type { ReactNode } from 'react'
import { Icon } from './icon'

/**
 * Shapes and letters of our own for agents, by a word of the name that people know them by: nobody's logo. Shape and letter tell them apart
 * without the colour, which is that of their `data-agent` (base.css).
 */
const marks: Readonly<Record<string, readonly [shape: string, letter: string]>> = {
  claude: [
    'M5 1h6a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4Z',
    'M10.6 6a3.1 3.1 0 1 0 0 4',
  ],
  codex: ['M8 .6 14.4 4.3v7.4L8 15.4 1.6 11.7V4.3Z', 'm5.7 5.5 4.6 5M10.3 5.5l-4.6 5'],
  gemini: ['M8 0 16 8 8 16 0 8Z', 'M9.9 6.4a2.5 2.5 0 1 0 .6 1.9H8.4'],
  opencode: ['M1 1h14v14H1Z', 'M5.2 5h5.6v6H5.2Z'],
  goose: ['M8 15.4 .6 2h14.8Z', 'M5.2 4.9 8 9.4l2.8-4.5'],
  qwen: ['M8 .8a7.2 7.2 0 1 1 0 14.4A7.2 7.2 0 0 1 8 .8Z', 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM9.3 9.3l2 2'],
  copilot: ['M1 15V8a7 7 0 0 1 14 0v7Z', 'M6.2 12V5.6h2.3a2 2 0 0 1 0 4H6.2'],
  kimi: ['M5 1h6l4 4v6l-4 4H5l-4-4V5Z', 'M6 4.8v6.4M10.3 4.8 6.2 8.3l4.1 2.9'],
}
/** An agent that is not known: a head with two eyes. */
const unknown = [
  'M8 .8V3M3 3.4h10a1.6 1.6 0 0 1 1.6 1.6v8.4H1.4V5A1.6 1.6 0 0 1 3 3.4Z',
  'M5.6 7v2.4M10.4 7v2.4',
] as const

/** The word by which an agent has its mark: of its id or its name; undefined for one that has none. */
export function agentWord(agent: string): string | undefined {
  return agent
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((word) => Object.hasOwn(marks, word))
}

/** Decoration beside an agent's name, by its id or name; our own has the mark of the program. */
export function AgentMark({ agent }: { agent: string }): ReactNode {
  if (agent.toLowerCase() === 'countersign') return <Icon name="mark" className="sm inline-icon" />
  const word = agentWord(agent)
  const [shape, letter] = (word === undefined ? undefined : marks[word]) ?? unknown
  return (
    <svg className="agent-mark" data-agent={word} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shape} />
      <path d={letter} />
    </svg>
  )
}
