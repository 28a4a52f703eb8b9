import { countingIn } from '../../../messages/counting'
import type { Wording } from '../../../messages/spoken'
import type { session as english } from '../../english/window/session'
import type { Strings } from '../../english/window'

const { counted, number, scaled } = countingIn('fr-FR', ['Ko', 'Mo', 'Go', 'To'])

const composer = {
  label: 'Message à l’agent',
  placeholder: 'Message à l’agent',
  send: 'Envoyer',
  running: 'Un tour est en cours. L’envoi sera possible à sa fin.',
  queue: 'Mettre en file',
  queueHint: 'Part quand le tour en cours se termine de lui-même.',
  queued: 'Part à la fin du tour',
  held: 'En file et non envoyé : le tour ne s’est pas terminé de lui-même',
  sendNow: 'Envoyer',
  sendNowOf: (text: string) => `Envoyer : ${text}`,
  given: 'L’agent lit cela avant sa prochaine étape',
  steer: 'Envoyer maintenant',
  steerOf: (text: string) => `Envoyer maintenant : ${text}`,
  steerHint: 'L’agent le lit avant sa prochaine étape. Le tour continue, et ce qu’il demande reste ouvert.',
  stopAndSend: 'Arrêter le tour et envoyer',
  stopAndSendHint: 'Arrête le tour en cours, refuse ce qu’il demande, et envoie aussitôt.',
  stopAndSendOf: (text: string) => `Arrêter le tour et envoyer : ${text}`,
  edit: 'Modifier',
  editOf: (text: string) => `Modifier : ${text}`,
  removeOf: (text: string) => `Retirer : ${text}`,
  withPictures: (count: number) => `avec ${counted(count, { one: 'image', other: 'images' })}`,
  promptSent: (name: string) => `Ce qu’envoie /${name}`,
  promptTooLong: 'Rempli, ce prompt dépasse la longueur d’un message (1 000 000 caractères).',
  promptEmpty: 'Ce prompt ne contient pas de texte : il n’y a rien à envoyer.',
  nothingBehind: (name: string) => `/${name} ne prend rien à sa suite.`,
  noSuch: (name: string, typed: string) =>
    `/${name} ne connaît pas ${typed}. Sans nom, un choix est proposé.`,
  noAgents: 'Aucun agent ne travaille dans cette session.',
  completions: 'Commandes, prompts et fichiers correspondants',
  fitting: (count: number) =>
    `${count === 1 ? '1 correspond' : `${number(count)} correspondent`}. Haut et Bas choisissent, Entrée valide.`,
  commands: {
    agents: { detail: 'Aller aux agents qui travaillent pour cette session' },
    compact: { detail: 'Faire continuer le modèle avec un résumé' },
    effort: { detail: 'Combien de temps le modèle réfléchit', hint: '[effort]' },
    model: { detail: 'Choisir le modèle', hint: '[nom]' },
    policy: { detail: 'Choisir quand demander', hint: '[nom]' },
    redo: { detail: 'Rétablir ce qui a été défait' },
    review: {
      detail: 'Relire ce qui n’est dans aucun commit, ou ce qui est nommé',
      hint: '[ce qui est relu]',
    },
    undo: { detail: 'Défaire ce que le dernier tour a modifié dans le dossier' },
  },
  effort: 'Effort',
  efforts: {
    default: 'Effort habituel',
    none: 'Aucun effort',
    minimal: 'Effort minimal',
    low: 'Effort faible',
    medium: 'Effort moyen',
    high: 'Effort élevé',
    xhigh: 'Effort très élevé',
    max: 'Effort maximal',
  },
  empty: 'Écrire d’abord un message.',
  model: 'Modèle',
  approval: 'Politique d’approbation',
  sandbox: 'Bac à sable',
  sessionUsed: (tokens: number, cost: string | undefined) =>
    `${tokens.toLocaleString('fr-FR')} jetons${cost === undefined ? '' : `, ${cost}`}`,
  turnUsed: (tokens: number, cost: string | undefined) =>
    `Le dernier tour : ${tokens.toLocaleString('fr-FR')} jetons${cost === undefined ? '' : `, ${cost}`}`,
  contextUsed: (percent: number) => `${String(percent)} % du contexte occupé`,
  contextExact: (used: number, window: number) =>
    `${number(used)} jetons sur ${number(window)} à la dernière réponse`,
  compact: 'Condenser maintenant',
  compactHint: 'Le modèle continue avec un résumé ; l’enregistrement garde tout. Comme /compact.',
  pictures: 'Images de ce message',
  attach: 'Joindre une image',
  remove: 'Retirer',
  removePicture: (name: string) => `Retirer ${name}`,
  names: (names: readonly string[], more: number) =>
    `${names.join(', ')}${more > 0 ? ` et ${number(more)} de plus` : ''}`,
  leftOut: {
    none: (names: string) => `Non joint, faute d’être une image PNG, JPEG, GIF ou WebP : ${names}.`,
    unread: (names: string) => `Non joint, car illisible : ${names}.`,
    pixels: (names: string) => `Non joint, car de plus de 40 millions de pixels : ${names}.`,
    size: (names: string, bytes: number) =>
      `Non joint, car les images d’un message font ensemble ${scaled(bytes)} au plus : ${names}.`,
    count: (names: string, most: number) =>
      `Non joint, car un message contient ${number(most)} images au plus : ${names}.`,
  },
  notWhileRunning: 'Modifiable à la fin du tour.',
} as const satisfies Wording<typeof english>['composer']

const elsewhere = (agent: string): string =>
  `Une session de ${agent}, qui tourne là-bas, hors de ce bac à sable ; ici on ne décide que de ses questions.`

/** The words of one session: its composer and its record. */
export const session = { elsewhere, composer } as const satisfies Wording<typeof english>

/** Looking for a text in transcripts. */
export const find = {
  label: 'Chercher dans ce fil',
  place: (at: number, count: number, more: boolean) =>
    count === 0 ? 'Rien trouvé' : `${String(at)} sur ${more ? 'les dernières ' : ''}${number(count)}`,
  earlier: 'Occurrence précédente (Entrée)',
  later: 'Occurrence suivante (Maj+Entrée)',
  close: 'Fermer la recherche',
  inRecords: 'Dans les fils',
  searching: 'Recherche…',
  stop: 'Arrêter la recherche',
  nothing: 'Dans aucun fil',
  further: 'Chercher plus loin',
} as const satisfies Strings['find']

/** Opening a file in the editor. */
export const openFile = {
  label: (path: string, line: number | undefined) =>
    line === undefined
      ? `Ouvrir ${path} dans l’éditeur`
      : `Ouvrir ${path} dans l’éditeur, ligne ${String(line)}`,
  off: 'Les fichiers ne s’ouvrent dans aucun éditeur : file_opener vaut "none" dans config.toml.',
  missing: 'Ce fichier n’existe pas dans le dossier de cette session.',
  closed: 'Seuls s’ouvrent les fichiers des dossiers de cette session que ses commandes peuvent lire.',
  elsewhere: (path: string, copied: boolean) =>
    `Aucun éditeur n’a de lien vers cet hôte. ${copied ? 'Le chemin a été copié' : 'Le chemin'} : ${path}`,
} as const satisfies Strings['openFile']

/** The words of what can be done to a whole session. */
export const life = {
  menu: 'Actions de la session',
  rowMenu: 'Plus sur cette session',
  rename: 'Renommer…',
  openInWindow: 'Ouvrir dans sa propre fenêtre',
  archive: 'Archiver',
  remove: 'Supprimer…',
  whileRunning: 'Arrêter d’abord le tour.',
  renameTitle: 'Renommer cette session',
  renameLabel: 'Titre',
  renameDo: 'Renommer',
  removeTitle: 'Supprimer cette session ?',
  removeText: 'L’enregistrement va dans la corbeille du système, où il peut être repris.',
  removeDo: 'Supprimer',
  cancel: 'Annuler',
  fork: 'Continuer d’ici dans une nouvelle session',
  archived: 'Archivées',
  archivedNone: 'Aucune session archivée.',
  takeOut: 'Sortir des archives',
  more: 'En afficher plus',
} as const satisfies Strings['life']
