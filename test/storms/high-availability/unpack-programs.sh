#!/bin/sh
# unpack-programs.sh FOLDER: unpacks Debian 13's Patroni, etcd, HAProxy, PgBouncer and PostgreSQL 17 there, for the
# test on a Debian whose own are too old (docs/high-availability.md). Nothing is installed and no service starts:
# the programs in FOLDER/bin run with FOLDER/root as their root, and with this machine's /tmp, /dev and /proc.
set -eu

[ "$#" = 1 ] || { echo 'usage: unpack-programs.sh FOLDER' >&2; exit 2; }
mkdir -p "$1/root" "$1/bin" "$1/apt/lists/partial" "$1/apt/cache/archives/partial"
folder=$(cd "$1" && pwd)
root=$folder/root
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
keys=/usr/share/keyrings/debian-archive-keyring.gpg

# A package manager of its own: this machine's lists and packages stay as they are.
echo "deb [signed-by=$keys] $mirror trixie main" >"$folder/apt/sources.list"
: >"$folder/apt/status"
manager() {
  apt-get -qq -o Dir::State="$folder/apt" -o Dir::State::status="$folder/apt/status" -o Dir::Cache="$folder/apt/cache" \
    -o Dir::Etc::sourcelist="$folder/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o APT::Sandbox::User= -o Debug::NoLocking=1 "$@"
}
manager update
manager install --download-only --no-install-recommends --yes \
  base-files coreutils dash patroni python3-etcd etcd-server etcd-client haproxy pgbouncer postgresql-17 >/dev/null
# Where / is merged with /usr, a package that has /lib must not put a folder in the place of the link.
for name in bin sbin lib lib64; do
  mkdir -p "$root/usr/$name"
  ln -sfn "usr/$name" "$root/$name"
done
for package in "$folder"/apt/cache/archives/*.deb; do
  dpkg-deb --fsys-tarfile "$package" | tar -x -C "$root" --keep-directory-symlink --no-same-owner
done
mkdir -p "$root/etc" "$root/tmp" "$root/dev" "$root/proc"
cp /etc/passwd /etc/group /etc/hosts "$root/etc/"
# What the packages' own scripts would have made.
mkdir -p "$root/etc/ssl/certs"
cat "$root"/usr/share/ca-certificates/mozilla/*.crt >"$root/etc/ssl/certs/ca-certificates.crt"
rm -r "$folder/apt"
chroot "$root" python3 -m compileall -q /usr/lib/python3 /usr/lib/python3.13

for program in /usr/bin/patroni /usr/bin/patronictl /usr/bin/etcd /usr/bin/etcdctl /usr/sbin/haproxy \
  /usr/sbin/pgbouncer /usr/lib/postgresql/17/bin/postgres; do
  cat >"$folder/bin/${program##*/}" <<END
#!/bin/sh
# A namespace of its own, so that the mounts end with the program.
exec unshare --user --map-current-user --keep-caps --mount /bin/sh -c '
  for part in tmp dev proc; do mount --rbind /\$part $root/\$part || exit; done
  exec chroot $root $program "\$@"' $program "\$@"
END
  chmod 755 "$folder/bin/${program##*/}"
done
echo "HA_PROGRAMS=$folder/bin"
