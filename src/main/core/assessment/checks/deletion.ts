import { possible, type Finding, type Touched } from '../facts/gather'
import type { Landmarks, Place } from '../facts/places'
import { isWithin } from '../../shell/paths'
import type { SimpleCommand } from '../../shell/graph'
import type { Rule, View } from './rule'

const removals = (command: SimpleCommand, view: View): readonly Touched[] =>
  view.touched(command).filter(({ action }) => action.access === 'delete')

const text = ({ action }: Touched): string => action.target.text

/** Why it is not known what is deleted: nobody looked any more, or nobody can before it runs. */
const hidden = ({ action }: Touched): string =>
  `${action.target.text}, ${action.target.paths.length > 0 ? 'not looked at' : 'only known at run time'}`

/** Folders whose content a tool makes again. */
const remade =
  /\/(node_modules|dist|build|out|target|coverage|\.cache|\.next|\.nuxt|\.turbo|\.parcel-cache|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|venv|\.venv|\.gradle|bin|obj|tmp|\.tmp|vendor)(\/|$)/

function at(places: readonly Place[]): Rule['match'] {
  return (command, view) => {
    const hit = removals(command, view).find((each) =>
      possible(each).some(({ place }) => places.includes(place)),
    )
    return hit ? text(hit) : false
  }
}

/** Files that git could not give back, or that stand under no git at all. */
function lostFor({ fact, place }: Finding, { roots }: Landmarks): number {
  if (place !== 'workspace' || fact.kind === 'missing') return 0
  const { git, files } = fact
  if (git) {
    const unseen = git.complete ? 0 : 1
    return git.untracked + git.modified + (git.tracked + git.ignored === 0 ? unseen : 0)
  }
  const root = roots.find((each) => isWithin(fact.path, each)) ?? ''
  return remade.test(fact.path.slice(root.length)) ? 0 : (files ?? 1)
}

/** Every rule about removing files. Places are those of the real target, links followed. */
export const deletionRules: readonly Rule[] = [
  {
    id: 'delete.root',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    match: at(['above', 'home']),
  },
  {
    id: 'delete.system',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    match: at(['system']),
  },
  {
    id: 'delete.workspace',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = removals(command, view).find(({ action, found }) =>
        found.some(
          ({ place }) =>
            place === 'git' ||
            (place === 'workspace-root' && !(action.target.spread === 'below' && action.target.filtered)),
        ),
      )
      return hit ? text(hit) : false
    },
  },
  {
    id: 'delete.outside',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion'],
    match: at(['outside']),
  },
  {
    id: 'delete.device',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion', 'system_modification'],
    match: at(['device']),
  },
  {
    id: 'delete.unknown-tree',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = removals(command, view).find(
        ({ known, action }) => !known && (action.recursive || command.looped),
      )
      return hit ? hidden(hit) : false
    },
  },
  {
    id: 'delete.lost-work',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      for (const each of removals(command, view)) {
        const { recursive, target } = each.action
        if (target.spread === 'below' && target.filtered) continue
        const lost = each.found.reduce((sum, finding) => sum + lostFor(finding, view.findings.landmarks), 0)
        const tree = recursive && each.found.some(({ fact }) => fact.kind === 'directory')
        if ((tree || target.spread !== 'exact') && lost > 0) return text(each)
        if (tree && each.found.some(({ fact, place }) => place === 'workspace' && fact.kind === 'unknown'))
          return text(each)
      }
      return false
    },
  },
  {
    id: 'delete.unknown',
    effect: 'delete',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = removals(command, view).find(({ known, action }) => !known && !action.recursive)
      return hit ? hidden(hit) : false
    },
  },
  {
    id: 'delete.inside',
    effect: 'delete',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = removals(command, view).find(({ known }) => known)
      return hit ? text(hit) : false
    },
  },
  {
    id: 'delete.move-away',
    effect: 'delete',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = view
        .touched(command)
        .find(
          (each) =>
            each.action.access === 'move' &&
            possible(each).some(({ place }) => /^(outside|home|above|system|git)$/.test(place)),
        )
      return hit ? text(hit) : false
    },
  },
  {
    id: 'delete.move',
    effect: 'delete',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command, view) => {
      const hit = view.touched(command).find(({ action }) => action.access === 'move')
      return hit ? text(hit) : false
    },
  },
]
