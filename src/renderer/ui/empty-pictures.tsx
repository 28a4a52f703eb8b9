import type { ReactNode } from 'react'

/** What stands where nothing is yet, drawn: outlines of it (`o`), what is faint in it (`f`), and the one thing to see (`a`). */
const pictures = {
  changes: (
    <>
      <path className="o" d="M44 8h40l20 20v54a6 6 0 0 1-6 6H44a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6Z" />
      <path className="o" d="M84 8v14a6 6 0 0 0 6 6h14" />
      <path className="f" d="M50 72h42M50 30h22" />
      <path className="a" d="M50 46h8M54 42v8M66 46h26M50 60h8M66 60h16" />
    </>
  ),
  decisions: (
    <>
      <path className="o" d="M40 8v80" />
      <path className="f" d="M60 24h54M60 48h36M60 72h46" />
      <circle className="o" cx="40" cy="24" r="8" />
      <circle className="o" cx="40" cy="72" r="8" />
      <circle className="a" cx="40" cy="48" r="10" />
      <path className="a" d="m35.5 48 3.2 3.2 5.8-6.2" />
    </>
  ),
  grants: (
    <>
      <rect className="o" x="22" y="18" width="100" height="60" rx="7" />
      <path className="f" d="M36 34h44M36 64h28" />
      <circle className="a" cx="62" cy="49" r="8" />
      <path className="a" d="M70 49h38M98 49v8M107 49v8" />
    </>
  ),
  inbox: (
    <>
      <rect className="o" x="44" y="8" width="56" height="60" rx="5" />
      <path className="f" d="M54 20h36M54 30h24" />
      <path className="a" d="m62 42 7 7 14-15" />
      <path
        className="o"
        d="M20 56h30c2 0 3 1 4 3 3 6 7 8 18 8s15-2 18-8c1-2 2-3 4-3h30v26a6 6 0 0 1-6 6H26a6 6 0 0 1-6-6Z"
      />
    </>
  ),
  plan: (
    <>
      <rect className="o" x="28" y="8" width="88" height="80" rx="7" />
      <path className="a" d="m40 27 5 5 9-10" />
      <path className="f" d="M64 27h38M64 48h28M64 69h34" />
      <circle className="o" cx="47" cy="48" r="6" />
      <circle className="f" cx="47" cy="69" r="6" />
    </>
  ),
  search: (
    <>
      <path className="f" d="M20 24h70M20 42h36M20 60h30M20 78h46" />
      <circle className="o" cx="86" cy="46" r="24" />
      <path className="a" d="M78 38l16 16M94 38 78 54" />
      <path className="o" d="m104 64 18 18" />
    </>
  ),
  servers: (
    <>
      <rect className="o" x="14" y="26" width="44" height="44" rx="7" />
      <rect className="o" x="102" y="26" width="28" height="44" rx="7" />
      <path className="f" d="M24 40h24M24 56h14M112 40h8M112 56h8" />
      <path className="a" d="M58 48h10M68 38v20M68 42h9M68 54h9M102 48H92M92 38a10 10 0 0 0 0 20Z" />
    </>
  ),
  sessions: (
    <>
      <rect className="o" x="22" y="10" width="100" height="22" rx="6" />
      <rect className="o" x="22" y="37" width="100" height="22" rx="6" />
      <rect className="f" x="22" y="64" width="100" height="22" rx="6" />
      <path className="f" d="M48 21h52M48 48h36" />
      <path className="a" d="M35 70v10M30 75h10M31 21l3 3 6-6" />
      <circle className="a" cx="35" cy="48" r="3.5" />
    </>
  ),
  terminal: (
    <>
      <rect className="o" x="20" y="10" width="104" height="76" rx="7" />
      <path className="f" d="M20 28h104M34 72h52" />
      <path className="a" d="m36 42 9 8-9 8M54 59h16" />
    </>
  ),
  use: (
    <>
      <path className="f" d="M26 34h96M26 54h96" />
      <path className="o" d="M26 10v68a6 6 0 0 0 6 6h90" />
      <path className="a" d="m38 68 18-14 16 7 20-30 24 10" />
    </>
  ),
} satisfies Record<string, ReactNode>

/** What a picture is of. */
export type EmptyPicture = keyof typeof pictures

export function Drawn({ picture }: { picture: EmptyPicture }): ReactNode {
  return (
    <svg className="drawn" viewBox="0 0 144 96" aria-hidden="true">
      {pictures[picture]}
    </svg>
  )
}
