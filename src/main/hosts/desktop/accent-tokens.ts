type Colour = readonly [red: number, green: number, blue: number]

/** The surfaces that the accent stands on as text, as tokens.css has them. */
const surfaces = {
  light: ['#ffffff', '#f5f6f7', '#f6f7f8', '#eceef0', '#e3e6ea'],
  dark: ['#17191c', '#121416', '#1e2124', '#24282c', '#2c3136'],
} as const
/** What the page's own accent has on the window, and what text needs (WCAG 1.4.3). */
const enough = 4.5

/** `rrggbb` or `rrggbbaa`, as Electron gives it, with or without #; undefined for anything else. */
function colourOf(text: string): Colour | undefined {
  const [, red, green, blue] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)]
}

const known = (text: string): Colour => colourOf(text) ?? [0, 0, 0]

const hex = (colour: Colour): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const mixed = (from: Colour, to: Colour, share: number): Colour => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** The colour, as much darker or lighter as it takes to be read on each of the surfaces. */
function readable(colour: Colour, on: readonly string[], towards: Colour): Colour {
  for (let step = 0; step < 20; step += 1) {
    const made = known(hex(mixed(colour, towards, step / 20)))
    if (on.every((surface) => contrast(made, known(surface)) >= enough)) return made
  }
  return towards
}

/**
 * The page's accent tokens made from the system's colour, as a style sheet that goes before the page's own; the colour's hue stays, and it
 * is dark or light enough to be read in each theme. Undefined for what is no colour. Where the system forces its colours, those count.
 */
export function accentTokens(systemColour: string): string | undefined {
  const colour = colourOf(systemColour)
  if (colour === undefined) return undefined
  const light = readable(colour, surfaces.light, [0, 0, 0])
  const dark = readable(colour, surfaces.dark, [255, 255, 255])
  const behindLight = mixed(known(surfaces.light[0]), light, 0.1)
  const behindDark = mixed(known(surfaces.dark[0]), dark, 0.16)
  const tokens = `--accent: light-dark(${hex(light)}, ${hex(dark)}); --accent-bg: light-dark(${hex(behindLight)}, ${hex(behindDark)});`
  return `@media (forced-colors: none) { :root:root { ${tokens} } }`
}
