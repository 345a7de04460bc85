# The `poynting` command with GPU support.
#
#     docker build --tag poynting .
#     docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/scenes" poynting run cavity.toml
#
# On a GPU: add `--gpus all` (NVIDIA, with its container toolkit) or `--device /dev/dri` (AMD, Intel).

FROM rust:1.95.0-bookworm AS build
RUN apt-get update \
    && apt-get install --yes --no-install-recommends cmake \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
RUN cargo install --locked --path crates/cli --features gpu --root /opt/poynting

FROM debian:bookworm-slim
# The Vulkan loader, and the drivers of AMD and Intel GPUs; NVIDIA's driver comes from the host.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libvulkan1 mesa-vulkan-drivers \
    && rm -rf /var/lib/apt/lists/*
ENV NVIDIA_DRIVER_CAPABILITIES=compute,graphics,utility
# Without a desktop session Mesa's selection of a device prints errors.
ENV NODEVICE_SELECT=1
COPY --from=build /opt/poynting/bin/poynting /usr/local/bin/poynting
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/poynting/
WORKDIR /scenes
USER 1000:1000
ENTRYPOINT ["poynting"]
CMD ["--help"]
