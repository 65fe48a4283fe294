import type { FastifyReply, FastifyRequest } from "fastify"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import Type from "typebox"
import manifest from "../../package.json" with { type: "json" }
import type { Database } from "../db/db.ts"
import { type Desk, type Route, route } from "./route.ts"

export interface Metrics {
  /** Other parts add their counters here. */
  registry: Registry
  route: Route
  onAnswer: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Of this process, whichever server counts them. */
export const unhandledRejections = new Counter({
  name: "process_unhandled_rejections_total",
  help: "Promises that were rejected and that nothing handled; the desk goes on, and the log has each with its stack",
  registers: [],
})

/** One registry for each server, because tests build many in one process. */
export function createMetrics(desk: Desk): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  registry.registerMetric(unhandledRejections)
  addBuild(registry)
  addConnections(registry, desk)
  return { registry, route: metricsRoute(registry), onAnswer: durationObserver(registry) }
}

/** Metrics are collected all at once: those that come from one look at the database share it. */
export function sharing<Result>(look: () => Promise<Result>): () => Promise<Result> {
  let looking: Promise<Result> | undefined
  return () => {
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }
}

function metricsRoute(registry: Registry): Route {
  return route({
    method: "GET",
    url: "/metrics",
    permission: "metrics:read",
    summary: "Metrics of this node, for Prometheus",
    answers: { 200: Type.String({ contentMediaType: "text/plain", description: "Prometheus text format" }) },
    handle: async () => ({
      status: 200,
      headers: { "Content-Type": registry.contentType },
      body: await registry.metrics(),
    }),
  })
}

/** Close together from 1 to 60 ms, where a healthy desk answers, so that percentiles there are worth reading. */
const bucketsSeconds = [0.001, 0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2.5, 10]

function durationObserver(registry: Registry): Metrics["onAnswer"] {
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from the first byte of a request to the end of its answer",
    labelNames: ["method", "route", "status"],
    buckets: bucketsSeconds,
    registers: [registry],
  })
  return (request, reply) => {
    durations.observe(
      {
        method: methods.has(request.method) ? request.method : "other",
        route: request.template ?? "unmatched",
        status: `${Math.floor(reply.statusCode / 100)}xx`,
      },
      reply.elapsedTime / 1_000,
    )
  }
}

/** Callers choose the method of a request that matches nothing; they must not choose how many series there are. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

function addBuild(registry: Registry): void {
  const build = new Gauge({
    name: "deskhand_build_info",
    help: "Always 1; the labels say what runs",
    labelNames: ["version", "node"],
    registers: [registry],
  })
  build.set({ version: manifest.version, node: process.version }, 1)
}

function addConnections(registry: Registry, desk: Desk): void {
  const pools: [string, Database][] = [["primary", desk.db]]
  if (desk.replica) pools.push(["replica", desk.replica])
  new Gauge({
    name: "database_connections",
    help: "Connections of this node by state: total, idle, and requests waiting for one",
    labelNames: ["database", "state"],
    registers: [registry],
    collect() {
      for (const [database, { pool }] of pools) {
        this.set({ database, state: "total" }, pool.totalCount)
        this.set({ database, state: "idle" }, pool.idleCount)
        this.set({ database, state: "waiting" }, pool.waitingCount)
      }
    },
  })
}
