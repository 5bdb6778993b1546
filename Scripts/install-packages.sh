#!/usr/bin/env bash
# Installs the Debian packages that a job needs, unless they are installed already.
#
#   Scripts/install-packages.sh build|test|bench …
set -euo pipefail

# build: a C and C++ toolchain for SwiftPM's linking and C targets, the libraries that the market uses, and Korean fonts
# for the images that messengers show for links.
build=(build-essential pkg-config libvips-dev libjpeg-dev libsodium-dev libseccomp-dev libsqlite3-dev zlib1g-dev libqrencode-dev libcmark-dev libpq-dev libcurl4-openssl-dev
    fonts-nanum)
# test: the tools of the smoke test, what the schema test needs, a reader of QR codes, what packs scripts and style, PostgreSQL's server, a pooler, what
# stands in front of a market, wrong clocks, and OpenStack Swift, which is an object store.
test=(curl openssl python3 python3-venv libvips-tools caddy nginx-light chromium chromium-headless-shell fonts-noto-cjk zbar-tools esbuild postgresql pgbouncer haproxy faketime
    swift-proxy swift-account swift-container swift-object)
# bench: the load generator, the servers for comparison, vipsthumbnail.
bench=(curl python3 libvips-tools wrk nginx-light golang-go golang-github-mattn-go-sqlite3-dev)

packages=()
for job in "$@"; do
    case $job in
        build) packages+=("${build[@]}") ;;
        test) packages+=("${test[@]}") ;;
        bench) packages+=("${bench[@]}") ;;
        *)
            echo "usage: $0 build|test|bench …" >&2
            exit 2
            ;;
    esac
done

if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
    # Not Debian: the libraries must be installed already.
    if command -v pkg-config > /dev/null && pkg-config --exists vips libjpeg libsodium libseccomp sqlite3 zlib libqrencode libcmark libpq libcurl; then exit 0; fi
    echo "This is not Debian or Ubuntu. Install these with the system's package manager, then try again:" >&2
    echo "pkg-config and the development files of libvips (8.14 or newer), libjpeg, libsodium, libseccomp, SQLite, zlib, libqrencode, libcmark," >&2
    echo "libpq and libcurl (7.87 or newer)." >&2
    exit 1
fi

missing=()
for package in "${packages[@]}"; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null || true)
    if [ "$status" != installed ]; then missing+=("$package"); fi
done
if [ "${#missing[@]}" -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo > /dev/null; then
        echo "These packages are missing, and only an administrator can install them:" >&2
        echo "    apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
    if [ ! -t 0 ]; then as_root+=(-n); fi
fi

echo "Installing: ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
# A fresh machine has no package lists, and old lists name packages that no longer exist.
"${apt[@]}" update || echo "The package lists can't be updated; trying with the existing ones." >&2
had_nginx=$(command -v nginx || true)
had_caddy=$(command -v caddy || true)
had_haproxy=$(PATH=$PATH:/usr/sbin command -v haproxy || true)
had_swift=$(command -v swift-proxy-server || true)
had_pgbouncer=$(PATH=$PATH:/usr/sbin command -v pgbouncer || true)
# Installing PostgreSQL creates and starts a cluster; tests create and start their own.
if [[ " ${missing[*]} " == *" postgresql "* ]] && [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf > /dev/null
fi
if ! "${apt[@]}" install --yes --no-install-recommends "${missing[@]}" > /dev/null; then
    echo "Installing failed. These packages are needed: ${missing[*]}" >&2
    exit 1
fi
# Installing nginx starts it on port 80; tests and benchmarks start their own.
if [ -z "$had_nginx" ] && [ -d /run/systemd/system ] && [[ " ${missing[*]} " == *" nginx-light "* ]]; then
    "${as_root[@]}" systemctl disable --now nginx || true
fi
if [ -z "$had_caddy" ] && [ -d /run/systemd/system ] && [[ " ${missing[*]} " == *" caddy "* ]]; then
    "${as_root[@]}" systemctl disable --now caddy || true
fi
if [ -z "$had_haproxy" ] && [ -d /run/systemd/system ] && [[ " ${missing[*]} " == *" haproxy "* ]]; then
    "${as_root[@]}" systemctl disable --now haproxy || true
fi
# So does installing PgBouncer, on port 6432.
if [ -z "$had_pgbouncer" ] && [ -d /run/systemd/system ] && [[ " ${missing[*]} " == *" pgbouncer "* ]]; then
    "${as_root[@]}" systemctl disable --now pgbouncer || true
fi
# So does installing Swift, whose services have no devices.
if [ -z "$had_swift" ] && [ -d /run/systemd/system ] && [[ " ${missing[*]} " == *" swift-proxy "* ]]; then
    mapfile -t services < <(dpkg -L swift-proxy swift-account swift-container swift-object |
        sed -n 's|.*/\(swift-[a-z-]*\.service\)$|\1|p')
    "${as_root[@]}" systemctl disable --now "${services[@]}" || true
fi
