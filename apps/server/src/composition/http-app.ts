import { Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { webRoutes } from '../adapters/web/routes.ts';
import { explorerRoutes } from '../features/open-api/explorer.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { accessLog } from '../platform/http/access-log.ts';
import { callSteps } from '../platform/http/call-steps.ts';
import { TrustedProxies } from '../platform/client-address.ts';
import { knowsClient, type AppEnv } from '../platform/http/context.ts';
import { crossOrigin } from '../platform/http/cross-origin.ts';
import { problemResponse } from '../platform/http/envelope.ts';
import { answerErrors } from '../platform/http/error-handler.ts';
import { limitedGuesses } from '../platform/http/limited.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { mountCalls } from '../platform/http/mount-calls.ts';
import { HttpProblem } from '../platform/http/problem.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { whileDatabaseAnswers } from '../platform/http/while-database-answers.ts';
import { sharedFeatures, type RunningServer } from './features.ts';
import { callsOfDevices, callsOfPeople } from './served-calls.ts';

/**
 * Sets Vary before `compress` does: a header that compress sets itself turns every body into a stream, compressed or
 * not, which costs more than most calls.
 */
const varied: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.append('Vary', 'Accept-Encoding');
};

/** All HTTP routes of the server. */
export function createHttpApp(running: RunningServer): Hono<AppEnv> {
  const { config, log, limits, principals, pulse, ready } = running;
  const features = sharedFeatures(running);
  // What a stop has interrupted goes on.
  void features.deletion.goOn();
  const metrics = createMetrics(running);
  const app = new Hono<AppEnv>();
  app.use(
    knowsClient(new TrustedProxies(config.trustedProxies, config.forwardedHeader)),
    securityHeaders(config.corsOrigins, config.videoOrigins, config.mapTiles),
    metrics.middleware,
    accessLog(log),
    crossOrigin(config.corsOrigins),
  );

  // Devices first: no compression, no user, and their own limits.
  const awake = whileDatabaseAnswers(pulse);
  const guesses = limitedGuesses(limits);
  mountCalls(app, callsOfDevices(running, features), () => [awake, guesses], config.checkAnswers);
  // Monitoring endpoints: without authentication and limits.
  const system = systemRoutes({ ready, config, registry: metrics.registry });
  mountCalls(app, system, () => [], config.checkAnswers);

  app.use(compress(), varied);
  const { audit, placedIn, reach } = features;
  const steps = callSteps({ limits, principals, audit, placedIn, reach });
  const people = callsOfPeople(running, features);
  mountCalls(app, people, (call) => [awake, ...steps(call)], config.checkAnswers);

  app.use('/embed/*', awake);
  app.route('/', explorerRoutes());
  app.route('/', webRoutes(config, principals));
  app.notFound((c) =>
    problemResponse(c, new HttpProblem(404, 'routeNotFound', { error: 'route_not_found' })),
  );
  app.onError(answerErrors(log, metrics));
  return app;
}
