import type { ReactNode } from 'react'
import { lucideShapes } from './lucide-shapes'

const outline = 'M8 1.9 13 3.7v3.9c0 3 -2.1 5.2-5 6.5 -2.9 -1.3-5 -3.5-5 -6.5V3.7Z'

const shapes = {
  branch: (
    <>
      <circle cx="4.5" cy="3.7" r="1.6" />
      <circle cx="4.5" cy="12.3" r="1.6" />
      <circle cx="11.5" cy="5" r="1.6" />
      <path d="M4.5 5.3v5.4M11.5 6.6c0 2.3-3 2.1 -5.3 3.6" />
    </>
  ),
  check: <path d="m3 8.5 3.2 3.2L13 4.7" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.7V8l2.2 1.5" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8.5" rx="1.2" />
      <path d="M10.5 3.2V3a1 1 0 0 0-1-1H3.5a1 1 0 0 0-1 1v6.7a1 1 0 0 0 1 1h0.3" />
    </>
  ),
  differs: <path d="M3 6h10M3 10h10M10.3 3 5.7 13" />,
  down: <path d="M3.5 6 8 10.5 12.5 6" />,
  gear: (
    <>
      <path d="M2.5 4.5h5.25M11.25 4.5h2.25M2.5 11.5h2.25M8.25 11.5h5.25" />
      <circle cx="9.5" cy="4.5" r="1.75" />
      <circle cx="6.5" cy="11.5" r="1.75" />
    </>
  ),
  inbox: (
    <>
      <path d="M2 9.5 3.9 3.8a1 1 0 0 1 1 -0.7h6.2a1 1 0 0 1 1 0.7L14 9.5v2.7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z" />
      <path d="M2 9.5h3.2l1 1.7h3.6l1 -1.7H14" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.75" />
      <path d="m7 9 5.7 -5.7M10.4 5.6l2 2" />
    </>
  ),
  'level-high': (
    <>
      <path d="M5.5 1.9h5l3.6 3.6v5l-3.6 3.6h-5l-3.6 -3.6v-5Z" />
      <path d="M8 4.9v3.6M8 10.9v0.05" />
    </>
  ),
  'level-low': (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle cx="8" cy="8" r="1.9" fill="currentColor" stroke="none" />
    </>
  ),
  'level-medium': (
    <>
      <path d="M7.1 2.9 1.9 11.9a1 1 0 0 0 0.9 1.6h10.4a1 1 0 0 0 0.9 -1.6L8.9 2.9a1.05 1.05 0 0 0 -1.8 0Z" />
      <path d="M8 6.3v3M8 11.3v0.05" />
    </>
  ),
  'level-not-assessed': (
    <>
      <circle cx="8" cy="8" r="5.9" strokeDasharray="2.3 1.9" />
      <path d="M6.5 6.5a1.5 1.5 0 1 1 2.3 1.3c-0.5 0.3 -0.8 0.6 -0.8 1.1M8 10.9v0.05" />
    </>
  ),
  mark: (
    <path d="M2.5 10.5c1.6 0 2.2 -6.5 4 -6.5 1.5 0 -0.6 6.3 1 6.3 1.3 0 1.4 -2.6 2.5 -2.6 1 0 0.5 2.3 1.7 2.3 0.6 0 1.1 -0.4 1.8 -1.1M2.5 13.25h11" />
  ),
  panel: (
    <>
      <rect x="2" y="2.4" width="12" height="11.2" rx="1.5" />
      <path d="M6.2 2.4v11.2" />
    </>
  ),
  plug: <path d="M6 2v3M10 2v3M4 5h8v2.5a4 4 0 0 1-8 0ZM8 11.5V14" />,
  plus: <path d="M8 3v10M3 8h10" />,
  quote: (
    <path d="M13.5 9.5a1.5 1.5 0 0 1 -1.5 1.5H6.2L3 13.6V11a1 1 0 0 1 -0.5-1V4.5A1.5 1.5 0 0 1 4 3h8a1.5 1.5 0 0 1 1.5 1.5Z" />
  ),
  retry: <path d="M13 8a5 5 0 1 1 -1.7 -3.75M13.2 2v3h-3" />,
  right: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  run: <path d="M8 2a6 6 0 1 1-6 6" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="m10.2 10.2 3.3 3.3" />
    </>
  ),
  server: (
    <>
      <rect x="2" y="2.5" width="12" height="4.5" rx="1.2" />
      <rect x="2" y="9" width="12" height="4.5" rx="1.2" />
      <path d="M4.6 4.75v0.05M4.6 11.25v0.05" />
    </>
  ),
  shield: (
    <>
      <path d={outline} />
      <path d="m5.8 7.9 1.6 1.6 2.9-3" />
    </>
  ),
  'shield-x': (
    <>
      <path d={outline} />
      <path d="m6.3 6.2 3.4 3.4m0 -3.4L6.3 9.6" />
    </>
  ),
  stop: <rect x="3.5" y="3.5" width="9" height="9" rx="1.2" />,
  term: (
    <>
      <rect x="1.9" y="2.9" width="12.2" height="10.2" rx="1.5" />
      <path d="m4.6 6 2 2-2 2M8.2 10.2h3" />
    </>
  ),
  undo: <path d="M3 8a5 5 0 1 0 1.7 -3.75M2.8 2v3h3" />,
  up: <path d="M3.5 10 8 5.5l4.5 4.5" />,
  x: <path d="m3.75 3.75 8.5 8.5m0 -8.5 -8.5 8.5" />,
} satisfies Record<string, ReactNode>

const all: Readonly<Record<IconName, ReactNode>> = { ...shapes, ...lucideShapes }

export type IconName = keyof typeof shapes | keyof typeof lucideShapes

/** What takes back turns to the left, and what does again to the right. */
export const iconOfWay = { undo: 'undo', redo: 'retry' } as const

interface IconProps {
  name: IconName
  /** Read out in place of the picture; without it the icon is decoration. */
  label?: string
  className?: string
}

export function Icon({ name, label, className = '' }: IconProps): ReactNode {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  const box = Object.hasOwn(lucideShapes, name) ? '0 0 24 24' : '0 0 16 16'
  return (
    <svg className={`i ${className}`} viewBox={box} {...named}>
      {all[name]}
    </svg>
  )
}
