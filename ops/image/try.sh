#!/usr/bin/env bash
# Runs the image that build.sh has made as it is meant to run (another user than root, a root that cannot
# be written to, no capability) and pays through it: ops/image/try.sh CONTAINERS. With podman and runc.
set -euo pipefail
containers=$1
engine=(podman --root "$containers/storage" --runroot "$containers/run" --cgroup-manager cgroupfs
  --runtime runc --log-level fatal)
port=${PORT:-18080}
token=$(openssl rand -hex 16)

# The limits are named because a small machine may not raise its own to podman's defaults.
id=$("${engine[@]}" run --detach --network host --read-only --cap-drop all \
  --security-opt no-new-privileges --ulimit nofile=4096:4096 --ulimit nproc=1024:1024 \
  --mount type=tmpfs,destination=/data,tmpfs-size=64m,tmpfs-mode=0700,U=true --env PORT="$port" --env HOST=127.0.0.1 \
  --env DEMO_ENTITY_ID=0123456789abcdef0123456789abcdef --env DEMO_ACCESS_TOKEN="$token" \
  localhost/payment-gateway)
trap '"${engine[@]}" rm --force "$id" >/dev/null' EXIT
inside() { "${engine[@]}" exec "$id" "$@"; }

until curl --silent --fail "http://127.0.0.1:$port/ready" >/dev/null; do
  "${engine[@]}" inspect --format '{{.State.Running}}' "$id" | grep --quiet true || {
    "${engine[@]}" logs "$id"
    exit 1
  }
  sleep 0.2 # until it listens
done
echo "user        $(inside id --user)"
echo "root        $(inside touch /gateway/x 2>&1 | sed 's/.*: //' || true)"
echo "capability  $(inside sed --quiet 's/^CapEff:\s*//p' /proc/1/status)"
echo "health      $("${engine[@]}" healthcheck run "$id" && echo healthy)"
code=$(curl --silent --fail "http://127.0.0.1:$port/v1/payments" --header "Authorization: Bearer $token" \
  --data 'amount=10.00&currency=EUR&paymentType=DB&paymentBrand=VISA&card.number=4200000000000000' \
  --data 'card.holder=Jane+Jones&card.expiryMonth=05&card.expiryYear=2034&card.cvv=123' |
  sed --quiet 's/.*"code":"\([0-9.]*\)".*/\1/p')
echo "payment     $code"
begun=$(date +%s%N)
"${engine[@]}" stop --time 45 "$id" >/dev/null
echo "stopped     exit $("${engine[@]}" inspect --format '{{.State.ExitCode}}' "$id"), $((($(date +%s%N) - begun) / 1000000)) ms"
[ "$code" = 000.100.110 ]
