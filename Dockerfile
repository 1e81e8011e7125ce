# The site as an image: docs/deploy.md. Debian, because the embedded tools are built for glibc.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/chaps
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN node scripts/prepare.mjs --build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
RUN groupadd --system --gid 10001 chaps \
  && useradd --system --uid 10001 --gid chaps --home-dir /srv/chaps --shell /usr/sbin/nologin chaps \
  && install -d -o chaps -g chaps -m 0700 /var/lib/chaps
WORKDIR /srv/chaps
COPY --from=build /srv/chaps ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/chaps
USER chaps
EXPOSE 3000
VOLUME /var/lib/chaps
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that the site itself receives the signals.
CMD ["node_modules/node/bin/node", "scripts/start.mjs"]
