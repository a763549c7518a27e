# The image of the service (docs/operating/containers.md). It needs DATABASE_URL and writes to /data and /tmp only.

FROM docker.io/library/node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build \
  && npm prune --omit=dev \
  && sh deploy/prune.sh \
  && rm -rf .next/cache .next/types .build/development \
  && mkdir /data

# The libraries that node needs, without a shell and packages: 60 MB less than debian:bookworm-slim.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/lib/http/server/api-paths.json ./lib/http/server/api-paths.json
COPY --from=build /app/public ./public
COPY --from=build /app/prisma/migrations ./prisma/migrations
COPY --from=build /app/prisma/schema ./prisma/schema
COPY --from=build /app/scripts/launch.js ./scripts/launch.js
COPY --from=build /app/.next ./.next
COPY --from=build /app/.build ./.build
COPY --from=build --chown=1000:1000 --chmod=0700 /data /data

ENV DATA_DIR=/data HOST=* PORT=3000 NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/launch.js"]
