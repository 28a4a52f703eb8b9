import { counting, s } from './counting'
import type { replay as english } from '../../english/messages/replay'
import type { Wording } from '../../../messages/spoken'

const { forms } = counting

/** The past read by today's rules, in French. */
export const replay: Wording<typeof english> = {
  title: (days) => `Les ${String(days)} derniers jours`,
  text: 'Ce que Claude Code, Codex et Countersign ont fait sur cette machine, lu avec les règles d’aujourd’hui. Rien n’est exécuté, envoyé ou modifié.',
  reading: 'Lecture de ce que des agents ont fait…',
  takeOver: 'Ce que des agents peuvent faire sans demander',
  takeOverText:
    'Les listes d’autorisations de Claude Code et les prefix_rules de Codex de ce compte, chacune comme règle avec une fin. Rien n’est écrit avant la suite.',
  takeOverLook: 'Voir ce qui peut être repris',
  takeOverNone: 'Il n’y a rien à reprendre.',
  takeOverAdd: (count) => `Ajouter aux règles : ${count}`,
  takeOverDone: (file) => `Ajouté : ${file}.`,
  takeOverRefused: (count) => `Non repris : ${count}`,
  more: (count) => `… et ${count} de plus : countersign replay --json en donne davantage.`,
  nothing: 'Aucun historique d’agent trouvé.',
  ofQuestions: (questions, needed) => `Sur ${questions} questions, ${needed} étaient nécessaires.`,
  ofActions: (actions, needed) =>
    `Sur ${actions} commandes et modifications, ${needed} demanderaient une décision.`,
  counted: (sessions, actions) => `${sessions} avec ${actions}.`,
  session: { one: 'session', other: 'sessions' },
  action: { one: 'commande ou modification', other: 'commandes et modifications' },
  asked: (count) => `${count} demandée${s(count)} alors`,
  denied: (count) => `${count} refusée${s(count)}`,
  unknown: (count) =>
    `pour ${count}, l’historique ne dit pas si une question a été posée ni ce qui en est advenu`,
  byRules: (count) => `des règles existantes pourraient en répondre à ${count}`,
  refused: (count) => `${count} refusée${s(count)} aujourd’hui`,
  policy: (approval, sandbox) =>
    `Jugé comme dans une nouvelle session d’aujourd’hui : ${approval}, ${sandbox}.`,
  words:
    'Seulement d’après leurs mots : aucun fichier d’aujourd’hui n’a été examiné, car ce n’est pas ce qui s’y trouvait alors. Ce qu’un programme a fait de lui-même n’est pas connu.',
  unreadable: forms('1 ligne était illisible :', (count) => `${count} lignes étaient illisibles :`),
  torn: (count) => `${count} tronquée${s(count)}`,
  tooLong: (count) => `${count} trop longue${s(count)}`,
  hidden: (count) => `${count} avec des caractères invisibles dans ce qui se serait exécuté`,
  unopened: (count) => `${count} impossible${s(count)} à ouvrir`,
  worst: 'Le pire d’abord :',
  times: (count) => `${count} fois`,
  byRule: (name) => `« ${name} » pourrait y répondre`,
  deniedThen: 'refusé alors',
  allowedThen: 'autorisé alors',
  rules:
    'Les règles qui épargneraient le plus. Chacune ne vaut que pour ces commandes, et l’essai décide encore de ce qu’elles peuvent :',
  answers: (count) => `Pourrait répondre à ${count} d’entre elles.`,
  wrong: (count) => `Se serait trompée : parmi elles, ${count} refusée${s(count)}.`,
  notWrong: 'Aucune n’a été refusée, d’après l’historique.',
  uncovered: 'Ne couvre pas :',
  narrower: (count) => `Plus étroite, pour exactement ces commandes, elle pourrait répondre à ${count} :`,
  noRules:
    'Aucune règle n’épargnerait de question : ce qui se demanderait est de risque élevé, ou différent chaque fois.',
}
