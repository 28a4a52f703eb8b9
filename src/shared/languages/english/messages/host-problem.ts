/** Why the engine of a host cannot be had, as clauses: they stand behind a name or in brackets. */
export const hostProblem = {
  ends: {
    exit: (code: string) => `the command ended with exit code ${code}`,
    signal: (signal: string) => `the command was ended by ${signal}`,
    'not-started': (program: string, code: string) => `the command ${program} could not be started (${code})`,
    ended: 'the command ended',
    output: 'its output has ended',
    'cut-off': 'it was cut off',
  },
  early: (end: string) => `${end}, before an engine answered`,
  version: (there: string, expected: string) => `version ${there} runs there; expected ${expected}`,
  protocol: (version: string, protocol: string) => `${version} (protocol ${protocol})`,
  'no-answer': (seconds: string) => `no engine has answered within ${seconds} s`,
  late: (seconds: string) => `its engine did not answer within ${seconds} s`,
  banner: (kilobytes: string) => `it says more than ${kilobytes} KB and no engine answers`,
  form: 'its engine does not keep to the form',
  broken: (what: string) => `it does not keep to the form: ${what}`,
  brokenBy: {
    acknowledged: 'it acknowledges what was never sent',
    missing: 'messages are missing',
    message: 'a message has another form',
    request: 'a request has another form',
    body: 'what it tells has another form',
    unasked: 'it answers what was not asked',
    id: 'it names something in a way that no engine does',
    sessions: 'it has more sessions than can be',
    waiting: 'it asks more than can be shown',
    changed: 'it asks something else than it did before',
    answer: (channel: string) => `its answer to ${channel} has another form`,
  },
  half: 'it was cut off in the middle of a message',
  'too-long': 'it sent a message that is too long',
  silent: 'it says nothing any more',
  'line-lost': 'the line was lost, and it is not known what became of what was asked',
  left: 'it was left',
  stopped: 'it was stopped',
  replaced: 'the engine there was ended, and what ran in it',
  unanswered: 'what it asked was not answered',
  'nobody-asked': 'it asks something, and nobody can be asked here',
  update: (host: string) =>
    `Expected the same version on both machines: countersign hosts install ${host} puts this one there.`,
  install: (host: string) =>
    `Expected the engine there: countersign hosts install ${host} puts it there; see docs/hosts.md.`,
  fleet: {
    doing: {
      ask: 'No sandbox could be asked for',
      template: 'The template cannot be looked at',
      pools: 'The warm pools cannot be looked at',
      cluster: 'The cluster cannot be looked at',
      sandbox: 'The sandbox cannot be looked at',
      list: 'Sandboxes cannot be looked for',
      wait: 'The sandbox cannot be waited for',
      hold: 'The cluster could not be told that the sandbox is in use',
      remember: 'The cluster could not be told what the work begins with',
      delete: 'The sandbox could not be deleted',
    },
    refusals: {
      context: (context: string) =>
        `your kubeconfig has no context ${context}; expected one that "kubectl config get-contexts" names.`,
      forbidden: (namespace: string) =>
        `your user may not do that in the namespace ${namespace}; docs/hosts.md names the rights that are needed.`,
      unauthorized:
        'the cluster does not know who you are; expected "kubectl get pods" to work with this context.',
      unreachable: 'the cluster cannot be reached.',
      'no-agent-sandbox':
        'the cluster has no agent-sandbox; expected its manifests of https://github.com/kubernetes-sigs/agent-sandbox there.',
      exit: (code: string) => `kubectl ended with exit code ${code}.`,
      ended: 'kubectl was ended.',
      form: 'what the cluster says has another form.',
    },
    'no-kubectl': (code: string) =>
      `kubectl could not be started (${code}); expected it on your path: https://kubernetes.io/docs/tasks/tools/`,
    late: (seconds: string) => `kubectl has not ended within ${seconds} s.`,
    'too-much': (megabytes: string) => `kubectl says more than ${megabytes} MB.`,
    SandboxTemplate: (template: string, namespace: string) =>
      `there is no SandboxTemplate ${template} in the namespace ${namespace}.`,
    PodTemplate: (template: string, namespace: string) =>
      `there is no PodTemplate (the cluster has no SandboxTemplates) ${template} in the namespace ${namespace}.`,
    'no-pool': (template: string, namespace: string) =>
      `no SandboxWarmPool in ${namespace} names the template ${template}, and a claim is made of a pool; expected one, with "replicas: 0" where none is to stand ready.`,
    'not-ready': (seconds: string, told: string) =>
      `no sandbox was ready within ${seconds} s, and it was deleted again (${told}). ready_seconds of the entry says how long is waited.`,
    nothing: 'nothing was said of it',
    'never-ready': (reason: string) => `it will not be ready (${reason}), and it was deleted again.`,
    'not-workable': (sandbox: string, reason: string) =>
      `the sandbox ${sandbox} cannot be worked in now (${reason}).`,
    gone: (sandbox: string) =>
      `there is no sandbox ${sandbox} of yours any more; what it held is gone with it.`,
    stopped: 'It was stopped.',
    deleted: 'somebody has deleted it meanwhile.',
    'no-pod': 'the cluster names no pod for it.',
    clone: "the repository could not be cloned there; expected sh, and git in the template's image.",
    send: "the folder could not be sent; expected sh, and tar in the template's image.",
    'no-folder': 'the work could not be brought there: no folder was named.',
    'no-look': 'what was changed there cannot be looked at; expected git in the template’s image.',
  },
  remedies: {
    'no-answer': 'See whether the command alone comes through, and whether it waits for an answer.',
    early: 'Expected the engine there; see docs/hosts.md.',
    unreached: 'Its command does not come through: its own words say why. Try it alone, followed by true.',
    'not-started':
      'Expected as the first word of command in config.toml a program of this machine, and every further word on its own: ["ssh", "build1"].',
    'nobody-asked':
      'Expected a terminal, or what it needs in an agent (ssh-add) and its key known: connect once in a terminal.',
    replaced: 'What is on record there can be gone on with: exec --resume ID.',
  },
} as const
