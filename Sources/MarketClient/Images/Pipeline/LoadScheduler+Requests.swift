internal import Foundation

/// Adding and removing waiters and prefetches.
extension LoadScheduler {
    mutating func request(_ key: ImageKey, number: UInt64, _ waiter: ImageWaiter<Image>) {
        open(key)
        imageLoads[key]?.add(waiter, number: number)
        enqueue(key)
    }

    mutating func prefetch(_ key: ImageKey) {
        // A visible waiter already causes it to be loaded.
        if imageLoads[key]?.priority == .visible { return }
        open(key)
        imageLoads[key]?.isPrefetched = true
        enqueue(key)
    }

    /// Removes a waiter. One that is still waiting receives a cancellation error.
    mutating func cancel(_ key: ImageKey, number: UInt64) {
        guard let waiter = imageLoads[key]?.waiters.removeValue(forKey: number) else { return }
        effects.answered.append((waiter, .failure(.cancelled)))
        cancelUnlessWanted(key)
    }

    mutating func cancelPrefetch(_ key: ImageKey) {
        guard imageLoads[key]?.isPrefetched == true else { return }
        imageLoads[key]?.isPrefetched = false
        cancelUnlessWanted(key)
    }

    mutating func cancelAllPrefetches() {
        for key in imageLoads.keys { cancelPrefetch(key) }
    }

    /// Ensures that the image and its bytes are being loaded.
    private mutating func open(_ key: ImageKey) {
        guard imageLoads[key] == nil else { return }
        imageLoads[key] = ImageSizeLoad()
        if case .keeps(let image) = dataLoads[key.url]?.stage {
            imageLoads[key]?.stage = .waits(image)
        } else {
            let new = ImageDataLoad(stage: hasDisk ? .waitsForDisk : .waitsForNetwork)
            dataLoads[key.url, default: new].sizes.insert(key)
        }
    }

    private mutating func cancelUnlessWanted(_ key: ImageKey) {
        guard let work = imageLoads[key], !work.isWanted else { return }
        switch work.stage {
        case .awaitsBytes:
            imageLoads[key] = nil
            dataLoads[key.url]?.sizes.remove(key)
            if dataLoads[key.url]?.sizes.isEmpty == true {
                cancelDataLoad(key.url)
            } else {
                lowerPriority(ofDataLoad: key.url)
            }
        case .waits:
            _ = decodes.remove(key)
            imageLoads[key] = nil
        case .decodes:
            imageLoads[key]?.isCancelled = true
            if let task = work.task { effects.cancelled.append(task) }
        }
    }

    private mutating func cancelDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk:
            _ = reads.remove(url)
            dataLoads[url] = nil
        case .waitsForNetwork:
            _ = fetches.remove(url)
            dataLoads[url] = nil
        case .reads, .fetches:
            dataLoads[url]?.isCancelled = true
            if let task = dataLoads[url]?.task { effects.cancelled.append(task) }
        case .keeps, nil: break
        }
    }

    /// Enqueues an image, or the load of its bytes, as the newest of its priority.
    mutating func enqueue(_ key: ImageKey) {
        guard let work = imageLoads[key] else { return }
        switch work.stage {
        case .awaitsBytes: enqueueDataLoad(key.url)
        case .waits, .decodes: decodes.enqueue(key, as: work.priority)
        }
    }

    mutating func enqueueDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.enqueue(url, as: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.enqueue(url, as: priority(of: url))
        case .keeps, nil: break
        }
    }

    /// Requeues the bytes of an image whose other sizes are only prefetched; otherwise they keep their position.
    private mutating func lowerPriority(ofDataLoad url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.lowerPriority(of: url, to: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.lowerPriority(of: url, to: priority(of: url))
        case .keeps, nil: break
        }
    }
}
