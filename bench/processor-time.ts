import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

/** Processor milliseconds that a process and all its descendants have used so far (Linux). */
export function processorMs(pid: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat)
  const used = new Map(processes.map((one) => [one.pid, one.ticks]))
  const isOurs = (id: number): boolean => {
    if (id === pid) return true
    const parent = processes.find((one) => one.pid === id)?.parent
    return parent !== undefined && parent !== 0 && isOurs(parent)
  }
  const ours = [...used].filter(([id]) => isOurs(id))
  return ours.reduce((sum, [, ticks]) => sum + ticks, 0) * TICK_MS
}

/** The same of its descendants alone: the server processes of `npm start` without its stand-ins. */
export function childrenMs(pid: number): number {
  const own = readStat(String(pid))[0]?.ticks ?? 0
  return processorMs(pid) - own * TICK_MS
}

/** The process that started it; 0 when it is not there. */
export function parentOf(pid: number): number {
  return readStat(String(pid))[0]?.parent ?? 0
}

/** A process that has ended meanwhile is left out; its parent has its time. */
function readStat(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, ticks] = [fields[1], sum(fields.slice(11, 15))]
    return [{ pid: Number(name), parent, ticks }]
  } catch {
    return []
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
