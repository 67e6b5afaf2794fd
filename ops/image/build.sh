#!/usr/bin/env bash
# Builds the image where no registry of images can be reached: Debian by mmdebstrap, Node.js from this
# project's own packages, then the Dockerfile by buildah. As root, with buildah and mmdebstrap:
#   ops/image/build.sh [archive]      an archive is loaded by `docker load` and `podman load`
# CONTAINERS names the place of the images, a new directory under /tmp by default.
set -euo pipefail
cd "$(dirname "$0")/../.."
CONTAINERS=${CONTAINERS:-$(mktemp -d /tmp/gateway-image-XXXXXX)}
image=localhost/payment-gateway
base=localhost/node-base
root=$CONTAINERS/base
storage=(--root "$CONTAINERS/storage" --runroot "$CONTAINERS/run")
# Within a container or a small machine there are no cgroups for a runtime: chroot needs none.
export BUILDAH_ISOLATION=chroot

mkdir -p "$root/usr/local/bin"
mmdebstrap --quiet --variant=essential --include=ca-certificates,libstdc++6 \
  bookworm "$root/debian.tar"
cp node_modules/node/bin/node "$root/usr/local/bin/node"
npm install --silent --global --prefix "$root/usr/local" "npm@$(npm --version)"

container=$(buildah "${storage[@]}" from scratch)
buildah "${storage[@]}" add --quiet "$container" "$root/debian.tar" /
buildah "${storage[@]}" copy --quiet "$container" "$root/usr/local" /usr/local
buildah "${storage[@]}" commit --quiet --rm "$container" "$base"

# While it builds, npm trusts what this machine trusts: a company's own registry, for instance.
certificates=/etc/ssl/certs/ca-certificates.crt
echo "cafile=$certificates" >"$CONTAINERS/npmrc"
# The format of Docker, because OCI's has no health check.
buildah "${storage[@]}" build --quiet --format docker --network host \
  --volume "$CONTAINERS/npmrc:/root/.npmrc:ro" --volume "$certificates:$certificates:ro" \
  --build-arg "NODE_IMAGE=$base" --file ops/image/Dockerfile --tag "$image" .
buildah "${storage[@]}" images "$image"
if [ $# -gt 0 ]; then buildah "${storage[@]}" push --quiet "$image" "docker-archive:$1"; fi
