import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apache } from '../../src/hosts/apache.ts'
import { caddy } from '../../src/hosts/caddy.ts'
import { nginx } from '../../src/hosts/nginx.ts'
import { layOut } from './lay-out.ts'
import { freePort, startServer } from './process.ts'
import { describeHost, type AppFiles } from './suite.ts'
import { findProgram } from './tools.ts'

const NGINX = findProgram('/usr/sbin/nginx', 'nginx-light')
const APACHE = findProgram('/usr/sbin/apache2', 'apache2')
const CADDY = findProgram('/usr/bin/caddy', 'caddy')

/** What a publisher may have, also where we publish. */
const APP: AppFiles = {
  'index.html': '<!doctype html><title>App</title>',
  'assets/app.js': 'console.log(1)',
  '.well-known/assetlinks.json': '[]',
  'skills/own.txt': 'Own.',
}

for (const app of [{}, APP]) {
  describeHost(
    nginx,
    {
      async start(build, app) {
        const { root, dist, deploy } = layOut(build, app)
        const port = await freePort()
        const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${root}/${name};`,
        )
        const config = [
          'daemon off; worker_processes 1;',
          ...(process.getuid?.() === 0 ? ['user root;'] : []),
          `pid ${root}/nginx.pid; error_log stderr;`,
          'events { worker_connections 64; }',
          'http {',
          'access_log off; gzip on; gzip_min_length 1; gzip_types application/json text/plain text/markdown application/zip;',
          ...temporary,
          'include /etc/nginx/mime.types;',
          `include ${deploy}/signpost-http.conf;`,
          `server { listen 127.0.0.1:${port}; root ${dist}; location ~ /\\. { deny all; } location / { try_files $uri /index.html =404; } include ${deploy}/signpost-server.conf; }`,
          '}',
        ]
        writeFileSync(path.join(root, 'nginx.conf'), config.join('\n'))
        return startServer(port, [NGINX!, '-c', path.join(root, 'nginx.conf'), '-e', 'stderr'])
      },
    },
    NGINX === undefined,
    app,
  )

  describeHost(
    apache,
    {
      revalidatesCompressed: false,
      async start(build, app) {
        const { root, dist } = layOut(build, app)
        const port = await freePort()
        const modules = [
          'mpm_event',
          'authz_core',
          'mime',
          'dir',
          'headers',
          'rewrite',
          'deflate',
          'filter',
          'env',
          'setenvif',
          'negotiation',
          'autoindex',
        ]
        mkdirSync(path.join(root, 'run'))
        chmodSync(root, 0o755)
        const config = [
          ...modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
          `ServerRoot ${root}`,
          `PidFile ${root}/run/httpd.pid`,
          `DefaultRuntimeDir ${root}/run`,
          'ServerName 127.0.0.1',
          `Listen 127.0.0.1:${port}`,
          `ErrorLog ${root}/error.log`,
          'TypesConfig /etc/mime.types',
          'AddEncoding x-gzip .gz .tgz',
          'AddLanguage en .en',
          'AddOutputFilterByType DEFLATE application/json text/plain text/markdown text/html',
          `DocumentRoot ${dist}`,
          `<Directory ${dist}>`,
          'AllowOverride FileInfo',
          'Options Indexes FollowSymLinks MultiViews',
          'Require all granted',
          ...(Object.keys(app).length === 0 ? [] : ['FallbackResource /index.html']),
          '</Directory>',
          ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
        ]
        writeFileSync(path.join(root, 'httpd.conf'), `${config.join('\n')}\n`)
        return startServer(port, [APACHE!, '-f', path.join(root, 'httpd.conf'), '-D', 'FOREGROUND'])
      },
    },
    APACHE === undefined,
    app,
  )

  describeHost(
    caddy,
    {
      async start(build, app) {
        const { root, dist, deploy } = layOut(build, app)
        const port = await freePort()
        const config = [
          '{',
          'admin off',
          'auto_https off',
          '}',
          `http://127.0.0.1:${port} {`,
          'bind 127.0.0.1',
          `root * ${dist}`,
          'encode gzip',
          `import ${deploy}/signpost.caddy`,
          'handle {\ntry_files {path} /index.html\nfile_server\n}',
          '}',
        ]
        writeFileSync(path.join(root, 'Caddyfile'), `${config.join('\n')}\n`)
        return startServer(port, [CADDY!, 'run', '--config', path.join(root, 'Caddyfile'), '--adapter', 'caddyfile'], {
          env: { XDG_DATA_HOME: root, XDG_CONFIG_HOME: root, HOME: root },
        })
      },
    },
    CADDY === undefined,
    app,
  )
}
