-- Generates requests for wrk, and prints the results as one line of JSON.
--   wrk … URL -- same                 the URL's own path
--   wrk … URL -- pages FIRST COUNT    page after page, each thread in a range of its own
--   wrk … URL -- page NUMBER          one page, each time with a different URL, so that no response is cached
--   wrk … URL -- details COUNT        products 1 to COUNT, at random
--   wrk … URL -- cold-list COUNT      pages 1 to COUNT, at random, each time with a different URL
--   wrk … URL -- cold-detail COUNT    products 1 to COUNT in the same way
--   wrk … URL -- cold-page COUNT      the pages of products 1 to COUNT in the same way

local threads = 0

function setup(thread)
   thread:set("number", threads)
   threads = threads + 1
end

function init(args)
   mode = args[1] or "same"
   first = tonumber(args[2] or 0)
   count = tonumber(args[3] or args[2] or 0)
   step = 0
   salt = string.format("%d-%d", os.time(), number)
   math.randomseed(os.time() + number)
   if mode == "same" then fixed = wrk.format("GET") end
end

function request()
   if fixed then return fixed end
   step = step + 1
   if mode == "pages" then
      local place = (first + step + number * math.floor(count / 2)) % count + 1
      return wrk.format("GET", "/api/products?page_no=" .. place .. "&items_per_page=20")
   elseif mode == "page" then
      return wrk.format("GET", "/api/products?page_no=" .. first .. "&items_per_page=20&n=" .. salt .. "-" .. step)
   elseif mode == "cold-list" then
      return wrk.format("GET",
         "/api/products?page_no=" .. math.random(1, count) .. "&items_per_page=20&n=" .. salt .. "-" .. step)
   elseif mode == "cold-detail" then
      return wrk.format("GET", "/api/products/" .. math.random(1, count) .. "?n=" .. salt .. "-" .. step)
   elseif mode == "cold-page" then
      return wrk.format("GET", "/products/" .. math.random(1, count) .. "?n=" .. salt .. "-" .. step)
   else
      return wrk.format("GET", "/api/products/" .. math.random(1, count))
   end
end

function done(summary, latency, requests)
   local failed = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status
      + summary.errors.timeout
   io.write(string.format(
      '{"requests": %d, "seconds": %f, "p50": %f, "p99": %f, "failed": %d}\n',
      summary.requests, summary.duration / 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000, failed))
end
