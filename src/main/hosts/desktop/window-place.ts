import type { Bounds } from './desktop-memory'

/** How much of a window has to be on a screen, so that a person can take hold of it. */
const graspable = { width: 200, height: 60 }

/**
 * Where a window goes that was there before: at its place if enough of it is on one of the screens as they are now, else no place at all
 * (the system's choice), and never larger than the screen it is on. `areas` are the screens without their bars.
 */
export function placeOnScreens(was: Bounds, areas: readonly Bounds[]): Partial<Bounds> {
  const on = areas
    .map((area) => ({ area, shared: overlap(was, area) }))
    .sort((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height)[0]
  if (on === undefined) return {}
  const width = Math.min(was.width, on.area.width)
  const height = Math.min(was.height, on.area.height)
  if (on.shared.width < graspable.width || on.shared.height < graspable.height) return { width, height }
  return {
    width,
    height,
    x: clamp(was.x, on.area.x, on.area.x + on.area.width - width),
    y: clamp(was.y, on.area.y, on.area.y + on.area.height - height),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

function overlap(a: Bounds, b: Bounds): { width: number; height: number } {
  return {
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
  }
}
