#!/usr/bin/env bash
# Creates a PostgreSQL cluster, runs it until standard input ends, and deletes it. When the cluster is ready, it prints
# its folder, with the Unix socket, and the folder of PostgreSQL's programs.
#
# It ends together with the process that started it, however that ends. PostgreSQL refuses to run as root, so as root it
# runs as the user `postgres`, whom Debian's package creates. The server listens on a Unix socket only.
set -eu
bin=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
if [ -z "$bin" ]; then bin=$(dirname "$(command -v postgres)"); fi
umask 022
# In memory, if there is room: tests create hundreds of databases, each some 300 files, which takes an eighth of their CPU on
# a disk.
place=/tmp
room=$(df --output=avail -k /dev/shm 2> /dev/null | tail -n 1)
if [ "${room:-0}" -gt 8000000 ] && [ -w /dev/shm ]; then place=/dev/shm; fi
folder=$(mktemp -d "$place/openmarket-postgres-XXXXXX")
chmod 755 "$folder"
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$folder"
    as_user="setpriv --reuid=postgres --regid=postgres --clear-groups"
else
    as_user=
fi
cd "$folder"
server=
end() {
    trap - EXIT
    if [ -n "$server" ]; then kill -INT "$server" 2> /dev/null || true; wait "$server" 2> /dev/null || true; fi
    cd /
    rm -rf "$folder"
}
trap end EXIT
trap '' INT
trap 'exit 1' TERM HUP
# In this order: the first line that matches a connection decides.
printf 'local all guarded scram-sha-256\nlocal all all trust\n' > "$folder/hba"
# No sync: these databases needn't survive a power cut.
$as_user "$bin/initdb" -D "$folder/data" -U market -A trust --no-sync -E UTF8 --locale=C.UTF-8 > "$folder/log" 2>&1 \
    || { cat "$folder/log" >&2; exit 1; }
cp "$folder/hba" "$folder/data/pg_hba.conf"
$as_user "$bin/postgres" -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" \
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=256MB \
    -c max_connections=800 -c shared_buffers=64MB < /dev/null > /dev/null 2> "$folder/data/server.log" &
server=$!
until "$bin/pg_isready" -q -h "$folder" -U market -d postgres; do
    kill -0 "$server" || { cat "$folder/data/server.log" >&2; exit 1; }
    sleep 0.05
done
echo "$folder $bin"
cat > /dev/null
