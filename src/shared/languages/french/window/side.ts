import { countingIn } from '../../../messages/counting'
import type { LaterStrings } from '../../english/later-window'

const { number } = countingIn('fr-FR')

/** The words of what stands beside a session: its decisions, files, plan, use and terminal. */
export const side = {
  title: 'À côté de la session',
  open: 'Montrer décisions, fichiers, plan, consommation et terminal',
  close: 'Fermer ce qui est à côté de la session',
  tabs: {
    decisions: 'Décisions',
    files: 'Fichiers',
    plan: 'Plan',
    use: 'Consommation',
    terminal: 'Terminal',
  },
  reading: 'Lecture…',
  again: 'Regarder à nouveau',
  decisions: {
    none: 'Pas encore de décision',
    noneText:
      'Ce qui est demandé, et ce à quoi une autorisation ou une règle répond, figure ici dans l’ordre.',
    earlier: (n) =>
      n === 1
        ? '1 plus ancienne n’est pas montrée. L’export la contient.'
        : `${number(n)} plus anciennes ne sont pas montrées. L’export les contient toutes.`,
    lead: 'Le montre dans la session',
    outcomes: {
      waiting: 'Attend une réponse',
      allowed: 'Autorisé',
      changed: 'Exécuté avec une autre commande',
      denied: 'Refusé',
      withdrawn: 'Personne n’a répondu',
    },
    outside: 'hors du bac à sable',
    scopes: { turn: 'pour ce tour', session: 'pour cette session', rule: 'comme autorisation' },
    said: (text) => `« ${text} »`,
    grant: {
      turn: 'Passé grâce à un oui pour son tour',
      session: 'Passé grâce à un oui pour cette session',
      rule: 'Passé grâce à une autorisation',
    },
    connects: (hosts) => `Se connecte à ${hosts}`,
    byRule: (name) => `La règle « ${name} » a répondu`,
    byPolicy: 'Exécuté sous « Selon les effets » : rien n’y demandait de réponse',
    after: (time) => `après ${time}`,
  },
  files: {
    none: 'Aucun fichier n’a changé',
    noneText:
      'Ce qui est ajouté, modifié ou supprimé dans le dossier depuis le début de la session figure ici.',
    unknown: 'Rien à comparer',
    unknownText:
      'L’état du dossier est gardé à partir du premier tour qui fait quelque chose. De cette session, aucun n’est gardé.',
    title: 'Modifications depuis le début de cette session',
    count: (n) =>
      n === 1 ? '1 fichier, quel que soit l’auteur' : `${number(n)} fichiers, quel que soit l’auteur`,
    here: 'Dans le dossier lui-même',
  },
  plan: {
    none: 'Pas encore de plan',
    noneText: 'Dès que l’agent dit ce qu’il compte faire, ses étapes figurent ici.',
  },
  use: {
    none: 'Pas encore de réponse',
    noneText: 'Ce que consomment les réponses du modèle figure ici, tour par tour.',
    picture: (turns, tokens) =>
      turns === 1
        ? `1 tour a consommé ${tokens} jetons`
        : `${number(turns)} tours ont consommé ${tokens} jetons`,
    turn: (turn, tokens) => `Tour ${String(turn)} : ${tokens} jetons`,
    context: (percent) => `contexte rempli à ${String(percent)} %`,
    bars: 'Jetons par tour',
    line: 'Remplissage du contexte',
    of: (percent, window) => `${String(percent)} % de ${window} jetons`,
    total: 'Jetons',
    cost: 'Coût',
    now: 'Contexte actuel',
    earlier: (n) =>
      n === 1
        ? '1 tour plus ancien n’est ni montré ni compté.'
        : `${number(n)} tours plus anciens ne sont ni montrés ni comptés.`,
    noPrice: 'Aucun prix n’est connu pour ce modèle.',
  },
  terminal: {
    none: 'Pas encore de terminal',
    noneText: 'Un shell dans le dossier et le bac à sable de cette session. L’agent n’en voit rien.',
    unfit: 'Pas de terminal ici',
    ofDesk: 'Son agent s’exécute ailleurs, hors de ce bac à sable.',
    ofChild: 'Elle a été commencée par l’agent d’une autre session : le terminal s’ouvre là.',
    noSandbox: 'Aucun bac à sable de cette machine ne pourrait le contenir.',
    confined: (mode) => `Dans le bac à sable : ${mode}. Ce qui n’y est pas ouvert est refusé sans question.`,
    open: 'Sans bac à sable : ce qui est tapé ici peut tout ce que peut l’utilisateur.',
    begin: 'Ouvrir un terminal',
    another: 'En ouvrir un autre',
    end: 'Terminer',
    keys: 'F6 en sort',
    input: 'Terminal. F6 en sort.',
    tooMuch: 'Trop de sortie à annoncer : elle se lit dans les lignes.',
    ended: (code) => `Le shell s’est terminé, code de sortie ${String(code)}.`,
    stopped: 'Le shell a été arrêté.',
    failed: (why) => `Le shell n’a pas pu démarrer : ${why}`,
  },
} as const satisfies LaterStrings['side']
