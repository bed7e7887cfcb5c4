# The action. Base and release: docs/reference/image.md.
FROM docker.io/library/python:3.13-slim AS build

WORKDIR /src
COPY requirements-model.txt ./
# Byte code is written once, here: each run starts in a fresh container and would otherwise compile everything anew.
RUN python -m venv --without-pip /opt/buddy \
    && python -m pip --python /opt/buddy/bin/python install \
        --no-cache-dir --no-compile --only-binary :all: --require-hashes -r requirements-model.txt \
    && find /opt/buddy -depth \( -name tests -o -name f2py -o -name '*.pyi' -o -name '*.a' -o -name '*.h' \) \
        -exec rm -rf {} +
COPY buddy ./buddy
RUN cp -R buddy "$(/opt/buddy/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
    && /opt/buddy/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/buddy/lib

FROM docker.io/library/python:3.13-slim

# The workspace holds what the pull request's author wrote: nothing of it may be imported. -I below also leaves out
# PYTHONPATH, which a workflow's own `env:` may set and the runner passes on.
ENV PYTHONSAFEPATH=1 OPENBLAS_NUM_THREADS=1
COPY --from=build /opt/buddy /opt/buddy
ENTRYPOINT ["/opt/buddy/bin/python", "-I", "-X", "utf8", "-m", "buddy"]
