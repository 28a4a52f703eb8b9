import { countingIn } from '../../../messages/counting'
import { s } from '../messages/counting'
import type { Strings } from '../../english/window'

const { number } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

/** The words of the folder that a session begins in. */
export const folder = {
  recent: 'Dossiers récents',
  completions: 'Dossiers correspondants',
  fitting: (count: number) => `${number(count)} dossier${s(count)}. Haut et Bas choisissent, Entrée valide.`,
  looking: 'Le dossier est examiné…',
  dropped: 'Un navigateur ne dit pas où se trouve un dossier. Taper le chemin plus bas.',
  project: 'Ce projet',
  nothing: 'Rien n’y change le travail d’une session.',
  instructions: (names: readonly string[]) =>
    `L’agent reçoit ${names.join(', ')} à lire comme instructions, avec ou sans confiance. Cela ne lui permet rien de plus.`,
  sets: (rows: readonly string[]) =>
    rows.length === 0
      ? 'Rien n’y est réglé de ce qu’un projet peut régler.'
      : `Avec confiance, ceci vaut : ${rows.join(', ')}.`,
  refused: (keys: readonly string[]) =>
    `Aucun projet ne peut régler ${keys.join(', ')} : cela reste sans effet.`,
  unusable: (problem: string) => `Inutilisable : ${problem}`,
  unread: (names: readonly string[]) => `D’autres programmes, et non lus : ${names.join(', ')}.`,
  trustQuestion: 'Faire confiance aux fichiers de ce projet ?',
  trustText:
    'Sans confiance, ses sessions commencent en lecture seule. Dans les deux cas, les commandes s’exécutent dans le bac à sable.',
  trustLimits:
    'Le fichier d’un projet de confiance peut choisir le modèle et la durée de sa réflexion, rien d’autre.',
  more: 'Ce que peuvent ses fichiers',
  trusted: (name: string) => `De confiance : ${name}`,
  untrusted: (name: string) => `Sans confiance : ${name}`,
  trust: 'Faire confiance',
  distrust: 'Ne pas faire confiance',
  where: 'Travaille dans',
  here: 'Dans le dossier même',
  worktree: 'Dans son propre worktree Git',
  onBranch: (branch: string) => `Sur ${branch}`,
  worktreeText: (place: string) =>
    `Une nouvelle branche sous countersign/ dans ${place}, créée sans les hooks et filtres du dépôt. Les fichiers et branches d’ici restent tels quels.`,
  base: 'Depuis',
  missing: (changed: number, ignored: readonly string[], more: number) => {
    const files =
      changed === 1
        ? '1 fichier qui n’est dans aucun commit'
        : `${number(changed)} fichiers qui ne sont dans aucun commit`
    const names = `ce que Git ignore : ${ignored.join(', ')}${more > 0 ? ` et ${number(more)} de plus` : ''}`
    return `Y manque : ${[...(changed > 0 ? [files] : []), ...(ignored.length > 0 ? [names] : [])].join(' ; ')}.`
  },
  inWorktree: (repository: string) => `Un worktree de ${repository}`,
  archiveTitle: 'Archiver cette session',
  archiveText: (root: string, branch: string) =>
    `Elle a travaillé dans son propre worktree Git, ${root}. La branche ${branch} reste dans tous les cas.`,
  checking: 'Le worktree est examiné…',
  removeToo: 'Retirer le worktree',
  clean: 'Tout y est dans un commit. Le dossier reste, s’il n’est pas retiré ici.',
  alsoIgnored: (names: readonly string[]) => `Ce que Git ignore part avec : ${names.join(', ')}.`,
  notCommitted: (files: readonly string[], more: number) =>
    `Il reste, car il contient ce qui n’est dans aucun commit : ${files.join(', ')}${more > 0 ? ` et ${number(more)} de plus` : ''}.`,
  shared: 'Il reste, car une autre session y travaille.',
  gone: 'Il n’y a plus de worktree de cette session. Rien n’est retiré.',
  notTold: 'Il reste, car on ne peut pas dire ce qu’il contient.',
  archiveDo: 'Archiver',
} satisfies Strings['folder']
