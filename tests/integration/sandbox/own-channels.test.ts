import { everydayTable, everydayWorlds, type Everyday } from './harness/everyday-table'

/** What processes of one command talk to each other by, and what they open by name to talk to whoever runs them. */
const rows: Everyday[] = [
  {
    name: 'a pair of sockets of its own',
    script: `perl -MSocket -e 'for my $type (SOCK_STREAM, SOCK_SEQPACKET) { socketpair(my $s, my $t, AF_UNIX, $type, 0) or die; syswrite($s, "x"); sysread($t, my $b, 1); die if $b ne "x" }'`,
  },
  {
    name: 'processes and queues of python',
    script:
      'printf "import multiprocessing as m\\nif __name__ == \\"__main__\\":\\n  q = m.Queue(); p = m.Process(target=q.put, args=(1,)); p.start(); assert q.get() == 1; p.join()\\n  assert m.Pool(2).map(abs, [-1, -2]) == [1, 2]\\n" > mp.py && python3 mp.py',
    if: 'python3',
  },
]

everydayTable(everydayWorlds(), rows)
