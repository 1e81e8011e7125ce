// Metrics of several server processes: the primary asks each and adds them up.
import cluster, { type Worker } from 'node:cluster'
import * as z from 'zod/mini'
import { type MetricsSettings, serveMetrics } from '../../platform/metrics/metrics-server.ts'
import { AggregatorRegistry, Counter, Gauge, Registry } from '../../platform/metrics/prom-client.ts'
import type { Metrics } from './database-gauges.ts'
import { type MetricsReader, toText } from './read-metrics.ts'

const PATIENCE_MS = 2_000
const SUMS = ['counter', 'histogram']

const QuestionSchema = z.object({ metricsQuestion: z.int(), withDatabase: z.boolean() })
const AnswerSchema = z.object({ metricsAnswer: z.int(), metrics: z.custom<Metrics>(Array.isArray) })

/** Answers the primary's questions in a server process, until `close`. */
export function answerPrimary(reader: MetricsReader, onError: (error: Error) => void) {
  const answer = (message: unknown) => {
    const question = QuestionSchema.safeParse(message).data
    if (!question) return
    const { metricsQuestion, withDatabase } = question
    reader
      .read({ withDatabase })
      .then((metrics) => process.send?.({ metricsAnswer: metricsQuestion, metrics }))
      .catch(onError)
  }
  process.on('message', answer)
  return { close: async () => void process.off('message', answer) }
}

/**
 * The text of all processes together. What a process counted stays in the sums after its end, up to
 * its last answer: otherwise they would fall, which Prometheus reads as a restart. One that does not
 * answer within two seconds counts with its last answer too.
 */
export function serveClusterMetrics(settings: MetricsSettings, onError: (error: Error) => void) {
  return serveMetrics(settings, { read: createClusterMetrics().read, onError })
}

function createClusterMetrics(): { read(): Promise<string> } {
  const own = ownMetrics()
  const counted = new Map<number, Metrics>()
  let ofEnded: Metrics[] = []
  let questions = 0
  let reading: Promise<string> | null = null
  cluster.on('exit', ({ id }) => {
    own.exits.inc()
    ofEnded.push(counted.get(id) ?? [])
    counted.delete(id)
  })

  return {
    read() {
      reading ??= readAll().finally(() => {
        reading = null
      })
      return reading
    },
  }

  async function readAll(): Promise<string> {
    const ended = ofEnded
    ofEnded = []
    ofEnded.push(await AggregatorRegistry.aggregate(ended).getMetricsAsJSON())
    const workers = Object.values(cluster.workers ?? {}).flatMap((one) => one ?? [])
    const answers = await Promise.all(workers.map((worker, n) => ask(worker, n === 0)))
    workers.forEach(({ id }, n) => {
      const answer = answers[n]?.filter(({ type }) => SUMS.includes(String(type)))
      if (answer) counted.set(id, answer)
    })
    own.processes.set({ state: 'running' }, workers.length)
    own.processes.set({ state: 'answering' }, answers.filter((answer) => answer !== null).length)
    const known = answers.map((answer, n) => answer ?? counted.get(workers[n]?.id ?? 0) ?? [])
    return toText([...ofEnded, ...known, await own.registry.getMetricsAsJSON()])
  }

  /** Null when the process does not answer in time. */
  function ask(worker: Worker, withDatabase: boolean): Promise<Metrics | null> {
    questions += 1
    const metricsQuestion = questions
    return new Promise((resolve) => {
      const end = (metrics: Metrics | null) => {
        clearTimeout(late)
        worker.off('message', hear)
        resolve(metrics)
      }
      const hear = (message: unknown) => {
        const answer = AnswerSchema.safeParse(message).data
        if (answer?.metricsAnswer === metricsQuestion) end(answer.metrics)
      }
      const late = setTimeout(end, PATIENCE_MS, null)
      worker.on('message', hear)
      worker.send({ metricsQuestion, withDatabase }, (error) => {
        if (error) end(null)
      })
    })
  }
}

/** What only the primary knows. */
export function ownMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const processes = new Gauge({
    name: 'chaps_server_processes',
    help: 'Server processes that run, and that answered this scrape.',
    labelNames: ['state'],
    registers,
  })
  const exits = new Counter({
    name: 'chaps_server_process_exits_total',
    help: 'Server processes that ended.',
    registers,
  })
  return { registry, processes, exits }
}
