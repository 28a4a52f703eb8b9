import { Appearance } from '@shared/domain/appearance'

/** What of the page the looks depend on. */
export type AppearancePlace = Pick<Window, 'localStorage' | 'document'>

const key = 'countersign.appearance'

/** Has the page look as this browser was told last, before anything is drawn: the engine says it again, and that counts. */
export function lookFirst(place: AppearancePlace): void {
  try {
    const kept = Appearance.safeParse(JSON.parse(place.localStorage.getItem(key) ?? '{}'))
    if (kept.success) draw(kept.data, place)
  } catch {
    // Storage is switched off, or holds something else: as the system has it, until the engine says otherwise.
  }
}

/** Has the page look as the configuration says, and keeps that for the next time. */
export function followAppearance(chosen: Appearance, place: AppearancePlace): void {
  draw(chosen, place)
  try {
    place.localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // Storage is switched off: the next page is told by the engine.
  }
}

/** What is absent is taken off, so that the system decides it. */
function draw(chosen: Appearance, { document }: AppearancePlace): void {
  const { dataset } = document.documentElement
  const set = (name: string, value: string | undefined): void => {
    if (value === undefined) Reflect.deleteProperty(dataset, name)
    else dataset[name] = value
  }
  set('theme', chosen.theme)
  set('text', chosen.text_size === 'normal' ? undefined : chosen.text_size)
  set('contrast', chosen.high_contrast ? 'more' : undefined)
  set('density', chosen.density)
  set('motion', chosen.reduced_motion === true ? 'reduced' : undefined)
}
