#!/usr/bin/env bash
# Runs PgBouncer in transaction mode for the PostgreSQL cluster whose socket is in FOLDER, until standard input ends. When
# it is ready, it prints the folder of its own socket, whose port is 6432.
#
#   pooler.sh FOLDER [WIDTH [PORT [USER]]]
#
# It has nothing to lose, so it is killed. It refuses to run as root, so as root it runs as the user `postgres`. It has WIDTH, or four,
# connections to the server for each database. Of few, clients really share them.
set -eu
cluster=$1
width=${2:-4}
port=${3:-5432}
bouncer=$(command -v pgbouncer || echo /usr/sbin/pgbouncer)
umask 022
folder=$(mktemp -d /tmp/openmarket-pooler-XXXXXX)
chmod 755 "$folder"
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$folder"
    as_user="setpriv --reuid=postgres --regid=postgres --clear-groups"
else
    as_user=
fi
cat > "$folder/settings.ini" << SETTINGS
[databases]
* = host=$cluster port=$port user=${4:-market}
[pgbouncer]
listen_addr =
unix_socket_dir = $folder
logfile = $folder/log
auth_type = any
pool_mode = transaction
default_pool_size = $width
max_client_conn = 2000
server_idle_timeout = 5
SETTINGS
server=
end() {
    trap - EXIT
    if [ -n "$server" ]; then kill -KILL "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; fi
    rm -rf "$folder"
}
trap end EXIT
trap '' INT
trap 'exit 1' TERM HUP
cd "$folder"
$as_user "$bouncer" -q "$folder/settings.ini" < /dev/null > /dev/null 2>&1 &
server=$!
until [ -S "$folder/.s.PGSQL.6432" ]; do
    kill -0 "$server" || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
done
echo "$folder"
cat > /dev/null
